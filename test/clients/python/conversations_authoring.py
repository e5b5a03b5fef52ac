"""Authoring of conversation projects through azure.ai.language.conversations. Needs PERENNIAL_ENDPOINT and PERENNIAL_KEY.

client: azure-ai-language-conversations 1.1.0b4; version: 2022-10-01-preview; runs: projects, import, training, evaluation, deployments, export, errors
account: Language
"""
import os
import sys
import time

from azure.ai.language.conversations.authoring import ConversationAuthoringClient
from azure.core.credentials import AzureKeyCredential
from azure.core.exceptions import HttpResponseError, ResourceNotFoundError

ENDPOINT = os.environ["PERENNIAL_ENDPOINT"].rstrip("/")
KEY = os.environ["PERENNIAL_KEY"]
NAME = f"Mail{time.time_ns()}"
OPTIONS = {"polling_interval": 0.2}
UTTERANCES = {
    "Send": ["send a mail to anna", "send an email to my boss", "email paul about the report", "send the team a note", "mail this to rosa"],
    "Read": ["read my mail", "read the last message aloud", "what does the newest email say", "read it to me", "show me the message"],
}


def passed(what):
    print("ok", what, flush=True)


client = ConversationAuthoringClient(ENDPOINT, AzureKeyCredential(KEY))

created = client.create_project(
    NAME, {"language": "en", "projectKind": "Conversation", "projectName": NAME, "description": "Mail", "multilingual": True}
)
assert created["projectName"] == NAME and created["multilingual"] is True, created
assert NAME in [one["projectName"] for one in client.list_projects()]
assert client.get_project(NAME)["description"] == "Mail"
passed("a project is created, listed and read")

imported = client.begin_import_project(
    NAME,
    {
        "projectFileVersion": "2022-10-01-preview",
        "stringIndexType": "Utf16CodeUnit",
        "metadata": {"projectKind": "Conversation", "settings": {"confidenceThreshold": 0}, "projectName": NAME, "language": "en"},
        "assets": {
            "projectKind": "Conversation",
            "intents": [{"category": intent} for intent in UTTERANCES],
            "entities": [{"category": "Person", "compositionSetting": "combineComponents"}],
            "utterances": [
                {"text": text, "intent": intent, "language": "en", "entities": []} for intent, texts in UTTERANCES.items() for text in texts
            ],
        },
    },
    **OPTIONS,
).result()
assert imported["status"] == "succeeded", imported
passed("a project is imported")

trained = client.begin_train(
    NAME,
    {
        "modelLabel": "first",
        "trainingMode": "standard",
        "trainingConfigVersion": "2022-09-01",
        "evaluationOptions": {"kind": "percentage", "testingSplitPercentage": 20, "trainingSplitPercentage": 80},
    },
    **OPTIONS,
).result()
assert trained["status"] == "succeeded" and trained["result"]["modelLabel"] == "first", trained
assert trained["result"]["trainingStatus"]["percentComplete"] == 100, trained
assert trained["result"]["evaluationStatus"]["status"] == "succeeded", trained
passed("a model is trained")
assert [job["status"] for job in client.list_training_jobs(NAME)] == ["succeeded"]
assert [model["label"] for model in client.list_trained_models(NAME)] == ["first"]
model = client.get_trained_model(NAME, "first")
assert model["label"] == "first" and model["hasSnapshot"] is True, model
passed("jobs and models are listed")
summary = client.get_model_evaluation_summary(NAME, "first")
assert set(summary["intentsEvaluation"]["intents"]) <= {"Send", "Read", "None"}, summary
results = list(client.list_model_evaluation_results(NAME, "first", string_index_type="Utf16CodeUnit"))
assert results and results[0]["intentsResult"]["expectedIntent"] in UTTERANCES, results
passed("the evaluation of a model is read")

for deployment in ("production", "staging"):
    deployed = client.begin_deploy_project(NAME, deployment, {"trainedModelLabel": "first"}, **OPTIONS).result()
    assert deployed["deploymentName"] == deployment and deployed["modelId"], deployed
assert sorted(one["deploymentName"] for one in client.list_deployments(NAME)) == ["production", "staging"]
assert client.get_deployment(NAME, "production")["assignedResources"] == []
passed("a model is deployed")
assert client.begin_swap_deployments(NAME, {"firstDeploymentName": "production", "secondDeploymentName": "staging"}, **OPTIONS).result()["status"] == "succeeded"
passed("deployments are swapped")

exported = client.begin_export_project(NAME, string_index_type="Utf16CodeUnit", **OPTIONS).result()
assert exported["status"] == "succeeded" and "/result?" in exported["resultUrl"], exported
passed("a project is exported")
assert client.begin_load_snapshot(NAME, "first", **OPTIONS).result()["status"] == "succeeded"
passed("a snapshot is loaded")

running = client.begin_train(NAME, {"modelLabel": "second", "trainingMode": "standard"}, polling=False)
job = next(iter(client.list_training_jobs(NAME)))
cancelled = client.begin_cancel_training_job(NAME, job["jobId"], polling=False)
assert cancelled is not None and running is not None
passed("a training is cancelled")

assert any(one["languageCode"] == "en" for one in client.list_supported_languages(project_kind="Conversation"))
assert any(one["category"] == "DateTime" for one in client.list_supported_prebuilt_entities(language="en"))
assert any(one["trainingConfigVersion"] for one in client.list_training_config_versions(project_kind="Conversation"))
passed("languages, prebuilt entities and configuration versions are listed")

try:
    client.get_project("nowhere")
    raise AssertionError("an unknown project was found")
except ResourceNotFoundError as error:
    assert error.error.code == "ProjectNotFound", error
try:
    client.begin_train(NAME, {"modelLabel": "first", "trainingMode": "magic"})
    raise AssertionError("an unknown training mode was accepted")
except HttpResponseError as error:
    assert error.status_code == 400, error
passed("errors are those of the service")

client.begin_delete_deployment(NAME, "staging", **OPTIONS).result()
assert [one["deploymentName"] for one in client.list_deployments(NAME)] == ["production"]
client.delete_trained_model(NAME, "first")
assert client.begin_delete_project(NAME, **OPTIONS).result()["status"] == "succeeded"
passed("deployment, model and project are deleted")
sys.exit(0)
