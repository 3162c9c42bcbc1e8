"""The tables. Their columns stand in the order in which the API shows them (the specification's tables, test/spec); those
that are neither the id, nor a foreign key, nor a number that lists are sorted by are kept as the JSON that they are."""

from django.conf import settings
from django.db.models import (BigIntegerField, DO_NOTHING, ForeignKey, JSONField, Model,
                              TextField)

KEYS = settings.SPECIFICATION["keys"]


def table(name, keys, numbers=(), **foreign):
    # `place` is not shown: what records are sorted by that have no such number.
    parts = {"__module__": __name__, "id": BigIntegerField(primary_key=True), "place": TextField()}
    for field in keys:
        if field in numbers:
            parts[field] = BigIntegerField()
        elif field in foreign:
            parts[field] = ForeignKey(foreign[field], DO_NOTHING, null=True, db_constraint=False,
                                      related_name="+")
        elif field != "id":
            parts[field] = JSONField(null=True)
    made = type(name, (Model,), parts)
    made.shown = keys
    return made


District = table("District", KEYS["district"])
Region = table("Region", KEYS["region"], district="District")
City = table("City", KEYS["city"])
Expert = table("Expert", KEYS["expert"])
Category = table("Category", KEYS["category"])
ObjectExamination = table("ObjectExamination", KEYS["object examination"])
ExactCategory = table("ExactCategory", KEYS["exact category in a vacancy"], ["order"],
                      category="Category", object_examination="ObjectExamination")
Vacancy = table("Vacancy", KEYS["vacancy"], work_city="City")
Resume = table("Resume", KEYS["resume"], region="Region", work_city="City")
User = table("User", KEYS["user"])
Blog = table("Blog", KEYS["blog"])
Post = table("Post", KEYS["post"], blog="Blog")
Comment = table("Comment", list(dict.fromkeys(KEYS["listed comment"] + KEYS["event comment"])),
                ["lft", "tree_id"], parent="Comment", user="User", post="Post")
Event = table("Event", KEYS["event"], user="User", post="Post", comment="Comment")

TABLES = {
    "districts": District, "regions": Region, "cities": City, "experts": Expert,
    "categories": Category, "object-examinations": ObjectExamination,
    "exact-categories": ExactCategory, "vacancies": Vacancy, "resumes": Resume, "users": User,
    "blogs": Blog, "posts": Post, "comments": Comment, "events": Event,
}
