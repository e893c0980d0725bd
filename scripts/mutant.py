"""One seeded fault: an edit of one source."""


class Mutant:
    """`what` says in words what is wrong in the mutated program."""

    def __init__(self, name, file, find, replace, what):
        self.name, self.file, self.find, self.replace = name, file, find, replace
        self.what = what
        self.family = name.split("/")[0]
