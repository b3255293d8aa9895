"""The score book: sheets of wooden boxes, kept by several people at once; `book.Book` is it."""
