"""Custom text tasks through azure.ai.textanalytics. Needs PERENNIAL_ENDPOINT and PERENNIAL_KEY.

client: azure-ai-textanalytics 5.3.0b2; version: 2022-10-01-preview; runs: the three custom tasks, errors
account: Language
"""
import json
import os
import sys
import time
import urllib.request

from azure.ai.textanalytics import (
    MultiLabelClassifyAction,
    RecognizeCustomEntitiesAction,
    SingleLabelClassifyAction,
    TextAnalyticsClient,
)
from azure.core.credentials import AzureKeyCredential

ENDPOINT = os.environ["PERENNIAL_ENDPOINT"].rstrip("/")
KEY = os.environ["PERENNIAL_KEY"]
VERSION = "2022-10-01-preview"
DEPLOYMENT = "production"
RUN = str(time.time_ns())

LATE = [
    "The parcel has not arrived yet.",
    "The courier left the package in the rain.",
    "My delivery is three days late.",
    "The shipment came to the wrong street.",
]
MONEY = [
    "The invoice shows the amount twice.",
    "My card was charged two times.",
    "Please refund the last payment.",
    "The bill has the wrong tax on it.",
]


def passed(what):
    print("ok", what, flush=True)


def call(method, path, body=None):
    address = path if path.startswith("http") else f"{ENDPOINT}/language/authoring/analyze-text/projects/{path}?api-version={VERSION}"
    request = urllib.request.Request(address, method=method, data=None if body is None else json.dumps(body).encode())
    request.add_header("Ocp-Apim-Subscription-Key", KEY)
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request) as response:
        text = response.read()
        return response.headers.get("operation-location"), json.loads(text) if text else None


def run_job(method, path, body):
    address, _ = call(method, path, body)
    for _ in range(600):
        job = call("GET", address)[1]
        if job["status"] not in ("notStarted", "running"):
            assert job["status"] == "succeeded", job
            return
        time.sleep(0.2)
    raise AssertionError(f"{path} did not end")


def make_project(name, kind, assets):
    run_job(
        "POST",
        f"{name}/:import",
        {
            "projectFileVersion": "2022-05-01",
            "stringIndexType": "Utf16CodeUnit",
            "metadata": {"projectName": name, "projectKind": kind, "language": "en", "multilingual": False},
            "assets": {"projectKind": kind, **assets},
        },
    )
    run_job(
        "POST",
        f"{name}/:train",
        {
            "modelLabel": "first",
            "trainingConfigVersion": "latest",
            "evaluationOptions": {"kind": "percentage", "trainingSplitPercentage": 100, "testingSplitPercentage": 0},
        },
    )
    run_job("PUT", f"{name}/deployments/{DEPLOYMENT}", {"trainedModelLabel": "first"})


def documents(labels):
    texts = [(text, "Delivery") for text in LATE] + [(text, "Billing") for text in MONEY]
    return [{"location": f"{i}.txt", "language": "en", "text": text, **labels(topic)} for i, (text, topic) in enumerate(texts)]


def order(i, name, city):
    text = f"Please send the order to {name} in {city} today."
    labels = [
        {"category": "Customer", "offset": text.index(name), "length": len(name)},
        {"category": "City", "offset": text.index(city), "length": len(city)},
    ]
    region = {"regionOffset": 0, "regionLength": len(text), "labels": labels}
    return {"location": f"order{i}.txt", "language": "en", "text": text, "entities": [region]}


SINGLE, MULTI, ENTITIES = f"single{RUN}", f"multi{RUN}", f"entities{RUN}"
CLASSES = [{"category": "Delivery"}, {"category": "Billing"}]
PEOPLE = ["Anna Berg", "Paul Stein", "Rosa Marin", "Ivan Petrov", "Mia Lund", "Noah Klein"]
CITIES = ["Oslo", "Rome", "Lima", "Cairo", "Porto", "Quito"]

make_project(SINGLE, "CustomSingleLabelClassification", {"classes": CLASSES, "documents": documents(lambda topic: {"class": {"category": topic}})})
make_project(MULTI, "CustomMultiLabelClassification", {"classes": CLASSES, "documents": documents(lambda topic: {"classes": [{"category": topic}]})})
make_project(
    ENTITIES,
    "CustomEntityRecognition",
    {
        "entities": [{"category": "Customer"}, {"category": "City"}],
        "documents": [order(i, name, city) for i, (name, city) in enumerate(zip(PEOPLE, CITIES))],
    },
)
passed("projects trained and deployed")

client = TextAnalyticsClient(ENDPOINT, AzureKeyCredential(KEY))
OPTIONS = {"polling_interval": 0.2}
LETTERS = [
    {"id": "56", "language": "en", "text": "The courier lost my parcel."},
    {"id": "0", "language": "en", "text": "The invoice has the wrong amount."},
]

found = list(client.begin_single_label_classify(LETTERS, project_name=SINGLE, deployment_name=DEPLOYMENT, show_stats=True, **OPTIONS).result())
assert [one.id for one in found] == ["56", "0"], found
assert [one.classifications[0].category for one in found] == ["Delivery", "Billing"], found
assert all(0 <= one.classifications[0].confidence_score <= 1 and one.warnings == [] for one in found)
passed("single label classification in the order of the documents")
assert [(one.statistics.character_count, one.statistics.transaction_count) for one in found] == [(27, 1), (33, 1)], found
passed("statistics of documents")

found = list(client.begin_multi_label_classify(LETTERS, project_name=MULTI, deployment_name=DEPLOYMENT, **OPTIONS).result())
assert all(one.statistics is None for one in found)
assert "Delivery" in [one.category for one in found[0].classifications], found
passed("multi label classification")

poller = client.begin_recognize_custom_entities(
    ["Please send the order to Anna Berg in Oslo today."],
    project_name=ENTITIES,
    deployment_name=DEPLOYMENT,
    display_name="testing",
    show_stats=True,
    **OPTIONS,
)
found = list(poller.result())
assert [(one.text, one.category, one.offset, one.length) for one in found[0].entities] == [
    ("Anna Berg", "Customer", 25, 9),
    ("Oslo", "City", 38, 4),
], found
passed("custom entities with offsets")
details = poller.details
assert details["display_name"] == "testing" and details["id"] and details["created_on"] and details["expires_on"], details
passed("metadata of the poller")

again = client.begin_recognize_custom_entities(None, None, None, continuation_token=poller.continuation_token(), **OPTIONS)
assert [one.text for one in list(again.result())[0].entities] == ["Anna Berg", "Oslo"]
passed("a poller from a continuation token")

bad = client.begin_single_label_classify(
    [LETTERS[0], {"id": "empty", "language": "en", "text": ""}], project_name=SINGLE, deployment_name=DEPLOYMENT, **OPTIONS
)
good, empty = list(bad.result())
assert not good.is_error and empty.is_error and empty.id == "empty", empty
assert (empty.error.code, empty.error.message) == ("InvalidDocument", "Document text is empty."), empty.error
passed("the error of a document")

[unknown] = list(client.begin_single_label_classify([LETTERS[0]], project_name="nowhere", deployment_name=DEPLOYMENT, **OPTIONS).result())
assert unknown.is_error and unknown.error.code == "ProjectNotFound", unknown
passed("an unknown project is an error of the task")

actions = [
    RecognizeCustomEntitiesAction(project_name=ENTITIES, deployment_name=DEPLOYMENT),
    SingleLabelClassifyAction(project_name=SINGLE, deployment_name="nothing"),
    SingleLabelClassifyAction(project_name=SINGLE, deployment_name=DEPLOYMENT),
    MultiLabelClassifyAction(project_name=MULTI, deployment_name=DEPLOYMENT),
]
pages = list(client.begin_analyze_actions(LETTERS, actions=actions, show_stats=True, **OPTIONS).result())
assert [[result.kind if not result.is_error else result.error.code for result in document] for document in pages] == [
    ["CustomEntityRecognition", "NotFound", "CustomDocumentClassification", "CustomDocumentClassification"]
] * 2, pages
passed("several actions, one of which fails")

spanish = list(
    client.begin_single_label_classify(
        [{"id": "1", "language": "auto", "text": "El mensajero ha perdido mi paquete y nadie sabe dónde está."}],
        project_name=SINGLE,
        deployment_name=DEPLOYMENT,
        **OPTIONS,
    ).result()
)
assert spanish[0].id == "1" and not spanish[0].is_error, spanish
# Only previews of the client have the language.
if hasattr(spanish[0], "detected_language"):
    assert spanish[0].detected_language.iso6391_name == "es", spanish
passed("a document whose language is detected")

for name in (SINGLE, MULTI, ENTITIES):
    run_job("DELETE", name, None)
passed("projects deleted")
sys.exit(0)
