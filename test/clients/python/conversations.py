"""Conversation analysis through azure.ai.language.conversations. Needs PERENNIAL_ENDPOINT and PERENNIAL_KEY.

client: azure-ai-language-conversations 1.1.0b4; version: 2022-10-01-preview; runs: prediction of conversations and orchestrations, errors
account: Language
"""
import os
import sys
import time

from azure.ai.language.conversations import ConversationAnalysisClient
from azure.ai.language.conversations.authoring import ConversationAuthoringClient
from azure.core.credentials import AzureKeyCredential
from azure.core.exceptions import HttpResponseError, ResourceNotFoundError

ENDPOINT = os.environ["PERENNIAL_ENDPOINT"].rstrip("/")
KEY = os.environ["PERENNIAL_KEY"]
RUN = str(time.time_ns())
MAIL, DESK = f"Mail{RUN}", f"Desk{RUN}"
OPTIONS = {"polling_interval": 0.2}
TEXT = "Send an email to Carol about the tomorrow's demo"
UTTERANCES = {
    "Send": ["send an email to anna", "send a mail to my boss about the budget", "please email the team", "send it to rosa", "mail this to paul"],
    "Read": ["read my last email", "open the mail from paul", "read the newest message aloud", "show me the message", "read it to me"],
}


def passed(what):
    print("ok", what, flush=True)


authoring = ConversationAuthoringClient(ENDPOINT, AzureKeyCredential(KEY))


def make_project(name, kind, assets):
    authoring.begin_import_project(
        name,
        {
            "projectFileVersion": "2022-10-01-preview",
            "stringIndexType": "Utf16CodeUnit",
            "metadata": {"projectKind": kind, "projectName": name, "language": "en", "settings": {"confidenceThreshold": 0}},
            "assets": {"projectKind": kind, **assets},
        },
        **OPTIONS,
    ).result()
    split = {"kind": "percentage", "trainingSplitPercentage": 100, "testingSplitPercentage": 0}
    authoring.begin_train(name, {"modelLabel": "first", "trainingMode": "advanced", "evaluationOptions": split}, **OPTIONS).result()
    authoring.begin_deploy_project(name, "production", {"trainedModelLabel": "first"}, **OPTIONS).result()


def ask(project, text, deployment="production", **parameters):
    with ConversationAnalysisClient(ENDPOINT, AzureKeyCredential(KEY)) as client:
        reply = client.analyze_conversation(
            task={
                "kind": "Conversation",
                "analysisInput": {
                    "conversationItem": {"participantId": "1", "id": "1", "modality": "text", "language": "en", "text": text},
                    "isLoggingEnabled": False,
                },
                "parameters": {"projectName": project, "deploymentName": deployment, "verbose": True, **parameters},
            }
        )
    assert reply["kind"] == "ConversationResult", reply
    return reply["result"]


make_project(
    MAIL,
    "Conversation",
    {
        "intents": [{"category": intent} for intent in UTTERANCES],
        "entities": [{"category": "MeetingDate", "prebuilts": [{"category": "DateTime"}]}],
        "utterances": [{"text": text, "intent": intent, "entities": []} for intent, texts in UTTERANCES.items() for text in texts],
    },
)
make_project(
    DESK,
    "Orchestration",
    {
        "intents": [
            {
                "category": "EmailIntent",
                "orchestration": {
                    "targetProjectKind": "Conversation",
                    "conversationOrchestration": {"projectName": MAIL, "deploymentName": "production"},
                },
            }
        ],
        "utterances": [],
    },
)
passed("projects trained and deployed")

result = ask(MAIL, TEXT)
prediction = result["prediction"]
assert result["query"] == TEXT and prediction["projectKind"] == "Conversation", result
assert prediction["topIntent"] == "Send" and prediction["intents"][0]["category"] == "Send", prediction
assert 0.5 < prediction["intents"][0]["confidenceScore"] <= 1, prediction
passed("the top intent of an utterance")
[date] = [one for one in prediction["entities"] if one["category"] == "MeetingDate"]
assert (date["text"], date["offset"], date["length"]) == ("tomorrow", 33, 8), date
assert date["resolutions"][0]["resolutionKind"] == "DateTimeResolution", date
assert date["extraInformation"][0] == {"extraInformationKind": "EntitySubtype", "value": "datetime.date"}, date
passed("a prebuilt entity with its resolution")

prediction = ask(DESK, TEXT)["prediction"]
assert prediction["projectKind"] == "Orchestration" and prediction["topIntent"] == "EmailIntent", prediction
top = prediction["intents"]["EmailIntent"]
assert top["targetProjectKind"] == "Conversation" and top["result"]["prediction"]["topIntent"] == "Send", top
passed("an orchestration answers with its target")
prediction = ask(DESK, "How are you?")["prediction"]
assert prediction["intents"]["EmailIntent"]["confidenceScore"] < 0.5, prediction
passed("an orchestration is not sure of what is none of its targets'")
direct = ask(DESK, TEXT, directTarget="EmailIntent")["prediction"]
assert direct["intents"]["EmailIntent"]["result"]["prediction"]["topIntent"] == "Send", direct
passed("a target is called directly")

for project, deployment, code in (("nowhere", "production", "ProjectNotFound"), (MAIL, "nothing", "NotFound")):
    try:
        ask(project, TEXT, deployment)
        raise AssertionError(f"{project}/{deployment} was found")
    except ResourceNotFoundError as error:
        assert error.error.code == code, error
try:
    ask(MAIL, "")
    raise AssertionError("an empty text was accepted")
except HttpResponseError as error:
    assert error.status_code == 400, error
passed("errors are those of the service")

for name in (DESK, MAIL):
    authoring.begin_delete_project(name, **OPTIONS).result()
passed("projects deleted")
sys.exit(0)
