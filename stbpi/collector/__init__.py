"""The collector: reads the serial logs of any number of boxes into one database."""
