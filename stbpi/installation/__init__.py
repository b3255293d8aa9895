"""The service on a machine where no package manager has installed it."""
