"""A table for each collection that the lists of the specification (test/spec) show or embed. A record that stands in
another one is a foreign key, an int is a number, and all else is kept as the JSON that it is."""

from django.conf import settings
from django.db.models import (BigIntegerField, DO_NOTHING, ForeignKey, JSONField, Model,
                              TextField)

LISTS = settings.SPECIFICATION["lists"]


def tables(shape):
    """The tables of all records in a shape, however deep."""
    match shape:
        case {"either": shapes}:
            for each in shapes:
                yield from tables(each)
        case {"array": inner}:
            yield from tables(inner)
        case {"keys": keys}:
            if "collection" in shape:
                yield shape
            for inner in keys.values():
                yield from tables(inner)


def embedded(shape):
    """The table of the record that stands at a shape, or may; not of those in a list or in a part there."""
    match shape:
        case {"either": [first, *_]}:
            return embedded(first)
        case {"collection": _}:
            return shape


def column(shapes):
    for record in filter(None, map(embedded, shapes)):
        return ForeignKey(record["collection"], DO_NOTHING, null=True, db_constraint=False,
                          related_name="+")
    return BigIntegerField(null=True) if "int" in shapes else JSONField(null=True)


def order_of(listing):
    """The columns that a list is sorted by (`-datetime_place`), each with its field, and with its language or its shape."""
    for term in listing["order"].split():
        name, _, language = term.partition(":")
        field = name.lstrip("-")
        shape = listing["record"]["keys"][field]
        yield name if shape == "int" else f"{name}_place", field, language or shape


SHAPES = {}  # collection → field → its shape in each of the collection's tables
PLACES = {}  # collection → column that sorts what is no number → the field, and its language or its shape
for listing in LISTS:
    for table in tables(listing["record"]):
        for field, shape in table["keys"].items():
            SHAPES.setdefault(table["collection"], {}).setdefault(field, []).append(shape)
    for name, field, order in order_of(listing):
        if order != "int":
            places = PLACES.setdefault(listing["record"]["collection"], {})
            places[name.lstrip("-")] = field, order

MODELS = {
    collection: type(collection, (Model,), {
        "__module__": __name__,
        **{field: column(found) for field, found in shapes.items()},
        **{name: TextField() for name in PLACES.get(collection, ())},
        "id": BigIntegerField(primary_key=True),
    }) for collection, shapes in SHAPES.items()}

# As src/import/README.md names them.
Blog, City, Comment, Post = (MODELS[it] for it in ("blogs", "cities", "comments", "posts"))
