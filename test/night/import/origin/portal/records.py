"""In: collections of records as data files have them. Out: the same with every field, what was left out defaulted or
worked out, as the portal's own code does on each save. Written from the specification alone, slow and simple."""

from datetime import datetime, timezone
from html.parser import HTMLParser

from django.conf import settings

from .models import PLACES

DEFAULTS = settings.SPECIFICATION["defaults"]
BLOCKS = set("""address article aside blockquote br dd div dl dt figcaption figure footer h1 h2 h3
    h4 h5 h6 header hr li main nav ol p pre section table tbody td tfoot th thead tr ul""".split())


def complete(authored):
    """Collection → id → record, of the same; what is given stays as it is."""
    all_of = {name: {id: {**DEFAULTS.get(name, {}), **record} for id, record in records.items()}
              for name, records in authored.items()}
    for user in all_of["users"].values():
        joined = {"user": user["id"], "last_visit": user["date_joined"]}
        user["profile"] = {**DEFAULTS["users"]["profile"], **joined, **user["profile"]}
        user["avatar"] = {**DEFAULTS["users"]["avatar"], **user["avatar"]}
    for vacancy in all_of["vacancies"].values():
        vacancy["certificates"] = sorted(vacancy["certificates"], key=lambda it: -it["id"])
    for resume in all_of["resumes"].values():
        resume["certificates"] = [
            {"exact_category_str": all_of["exact-categories"][it["exact_category"]]["name"],
             "note": "", **it} for it in resume["certificates"]]
    posts, comments, blogs = all_of["posts"], all_of["comments"], all_of["blogs"]
    for comment in comments.values():
        comment.setdefault("blog", posts[comment["post"]]["blog"])
        comment.setdefault("text", "root")
        comment.setdefault("short_text", comment["text"])
        comment.setdefault("cleaned_text", plain_text(comment["text"]))
    number_trees(comments)
    for blog in blogs.values():
        blog.setdefault("level", len(above(blog, blogs)))
        blog.setdefault("last_comment", newest(
            it for it in comments.values() if posts[it["post"]]["blog"] == blog["id"])[1])
    for post in posts.values():
        complete_post(post, blogs, newest(
            it for it in comments.values() if it["post"] == post["id"]))
    for event in all_of["events"].values():
        subject = posts.get(event["post"]) or comments[event["comment"]]
        for field, source in {"datetime": "created", "user": "user", "blog": "blog"}.items():
            event.setdefault(field, subject[source])
    for name, places in PLACES.items():
        for record in all_of[name].values():
            record.update({it: place(record[field], order) for it, (field, order) in places.items()})
    return all_of


def complete_post(post, blogs, last):
    said, last_comment = last
    post.setdefault("short_text", post["text"])
    post.setdefault("show_all_link", post["short_text"] != post["text"])
    post.setdefault("updated", post["created"])
    post.setdefault("last_activity", said or post["created"])
    post.setdefault("last_comment", last_comment)
    blog = blogs[post["blog"]]
    post.setdefault("root_blog", (above(blog, blogs) or [blog])[-1]["id"])
    post.setdefault("has_poll", bool(post["polls"]))
    post["polls"] = [
        {"activity": True, "poll_type": 0, "post": post["id"], "user": post["user"], **poll,
         "variants": [
             {"poll": poll["id"], **variant,
              "votes": [{"poll": poll["id"], "variant": variant["id"], **vote}
                        for vote in variant.get("votes", [])]}
             for variant in poll["variants"]]}
        for poll in post["polls"]]


def number_trees(comments):
    """Nested sets; what was said last below a comment."""
    children = {}
    for comment in sorted(comments.values(), key=lambda it: it["id"]):
        children.setdefault(comment["parent"], []).append(comment)

    def walk(comment, tree, level, left):
        right, latest = left + 1, comment["created"]
        for child in children.get(comment["id"], []):
            right, below = walk(child, tree, level + 1, right)
            latest = max(latest, below, key=instant)
        comment.setdefault("tree_id", tree)
        comment.setdefault("level", level)
        comment.setdefault("lft", left)
        comment.setdefault("rght", right)
        comment.setdefault("tree_updated_at", latest)
        return right + 1, latest

    for root in children.get(None, []):
        walk(root, root["id"], 0, 1)


def above(blog, blogs):
    """The blogs above a blog, the topmost last."""
    parent = blogs.get(blog["parent"])
    return [] if parent is None else [parent, *above(parent, blogs)]


def newest(comments):
    """When the newest of some comments was written, and its id; 0 when there is none."""
    last = max(comments, key=lambda it: (instant(it["created"]), it["id"]), default=None)
    return (last["created"], last["id"]) if last else (None, 0)


def instant(timestamp):
    """As text that sorts as instants do."""
    fraction = timestamp[19:-6].ljust(7, "0").lstrip(".")
    whole = datetime.fromisoformat(timestamp[:19] + timestamp[-6:]).astimezone(timezone.utc)
    return f"{whole:%Y-%m-%dT%H:%M:%S}.{fraction}"


def place(text, order):
    """A text that sorts as this one does in an order."""
    if order == "ru":
        return text.casefold().replace("ё", "е")
    return instant(text) if order == "timestamp" else text


class Plain(HTMLParser):
    def __init__(self):
        super().__init__()
        self.said = []

    def handle_data(self, data):
        self.said.append(data)

    def handle_starttag(self, tag, _attributes):
        if tag in BLOCKS:
            self.said.append(" ")

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag):
        self.handle_starttag(tag, ())


def plain_text(html):
    parser = Plain()
    parser.feed(html)
    parser.close()
    return " ".join("".join(parser.said).split())
