"""Document analysis and models through the newer clients of azure.ai.formrecognizer.

Needs PERENNIAL_ENDPOINT, PERENNIAL_KEY, PERENNIAL_INVOICE, the path of an invoice, and PERENNIAL_TRAINING_FORM, of a form. Builds with
PERENNIAL_TRAINING_URL, a container of such forms with labels; copies to the account of PERENNIAL_ENDPOINT_2 and PERENNIAL_KEY_2.

client: azure-ai-formrecognizer 3.2.1; version: 2022-08-31; runs: analysis, building, composing, copies, models, operations, errors
account: DocumentAnalysis
"""
import os
import time
from datetime import date

from azure.ai.formrecognizer import DocumentAnalysisApiVersion, DocumentAnalysisClient, DocumentModelAdministrationClient
from azure.core.credentials import AzureKeyCredential
from azure.core.exceptions import ClientAuthenticationError, HttpResponseError, ResourceNotFoundError

ENDPOINT = os.environ["PERENNIAL_ENDPOINT"].rstrip("/")
KEY = os.environ["PERENNIAL_KEY"]
FORM, INVOICE = os.environ["PERENNIAL_TRAINING_FORM"], os.environ["PERENNIAL_INVOICE"]
RUN = str(time.time_ns())
INTERVAL = {"polling_interval": 0.2}
VERSION = max(version.value for version in DocumentAnalysisApiVersion)

analysis = DocumentAnalysisClient(ENDPOINT, AzureKeyCredential(KEY))
administration = DocumentModelAdministrationClient(ENDPOINT, AzureKeyCredential(KEY))


def passed(what):
    print("ok", what, flush=True)


def analyze(model, path, **options):
    with open(path, "rb") as file:
        return analysis.begin_analyze_document(model, file, **INTERVAL, **options).result()


def error_of(kind, work):
    try:
        work()
    except kind as error:
        return error.error.code
    raise AssertionError("It was not rejected.")


# Since 2023-07-31 languages are returned on request only.
read = analyze("prebuilt-read", INVOICE, **({} if VERSION == "2022-08-31" else {"features": ["languages"]}))
assert read.api_version == VERSION and read.model_id == "prebuilt-read", read
[page] = read.pages
assert page.unit == "inch" and page.page_number == 1 and page.lines and page.words, page
assert all(read.content[word.span.offset : word.span.offset + word.span.length] == word.content for word in page.words)
assert all(len(word.polygon) == 4 and 0 < word.confidence <= 1 for word in page.words)
assert page.lines[0].get_words()[0].content == page.words[0].content
passed("prebuilt-read returns words with their places")
assert any(language.locale.startswith("en") for language in read.languages), read.languages
passed("prebuilt-read returns languages")

layout = analyze("prebuilt-layout", INVOICE)
assert layout.content == read.content and layout.paragraphs, layout
assert all(cell.row_index < table.row_count and cell.column_index < table.column_count for table in layout.tables for cell in table.cells)
assert layout.tables, layout.content
passed("prebuilt-layout returns tables")

document = analyze("prebuilt-document", FORM)
pairs = {pair.key.content.rstrip(":"): pair.value.content for pair in document.key_value_pairs if pair.value}
assert pairs, document.content
passed("prebuilt-document returns key-value pairs")

invoice = analyze("prebuilt-invoice", INVOICE, pages="1", locale="en-US")
[found] = invoice.documents
assert found.doc_type == "invoice" and 0 < found.confidence <= 1, found
assert isinstance(found.fields["InvoiceDate"].value, date), found.fields["InvoiceDate"]
total = found.fields["InvoiceTotal"]
assert total.value_type == "currency" and total.value.amount > 0 and total.bounding_regions[0].page_number == 1, total
assert all(item.value_type == "dictionary" for item in found.fields["Items"].value), found.fields["Items"]
passed("prebuilt-invoice returns typed fields")

with open(FORM, "rb") as file:
    poller = analysis.begin_analyze_document("prebuilt-read", file.read(), **INTERVAL)
again = analysis.begin_analyze_document("prebuilt-read", None, continuation_token=poller.continuation_token(), **INTERVAL)
assert again.result().content == poller.result().content
passed("an analysis continues from a token")

details = administration.get_resource_details()
assert details.custom_document_models.limit > 0, details
count = details.custom_document_models.count
models = {model.model_id: model for model in administration.list_document_models()}
assert {"prebuilt-read", "prebuilt-layout", "prebuilt-document", "prebuilt-invoice", "prebuilt-receipt"} <= set(models), models
assert "InvoiceTotal" in administration.get_document_model("prebuilt-invoice").doc_types["invoice"].field_schema
passed("prebuilt models are listed and read")

for what, kind, code, work in (
    ("an unknown model", ResourceNotFoundError, "NotFound", lambda: administration.get_document_model("unknown")),
    ("an unknown operation", ResourceNotFoundError, "NotFound", lambda: administration.get_operation("00000000-0000-4000-8000-000000000000")),
    ("an analysis with an unknown model", ResourceNotFoundError, "NotFound", lambda: analyze("unknown", FORM)),
    ("a file that is no document", HttpResponseError, "InvalidRequest", lambda: analysis.begin_analyze_document("prebuilt-read", b"text" * 400, **INTERVAL).result()),
    ("deleting a prebuilt model", HttpResponseError, None, lambda: administration.delete_document_model("prebuilt-read")),
):
    found_code = error_of(kind, work)
    assert code is None or found_code == code, (what, found_code)
wrong = DocumentModelAdministrationClient(ENDPOINT, AzureKeyCredential("wrong"))
assert error_of(ClientAuthenticationError, wrong.get_resource_details) == "401"
passed("errors are those of the service")

source = os.environ.get("PERENNIAL_TRAINING_URL")
if source:
    first, second, composed, copied = (f"{name}-{RUN}" for name in ("first", "second", "composed", "copied"))
    build = administration.begin_build_document_model(
        "template", blob_container_url=source, model_id=first, description="Orders", tags={"team": "sales"}, **INTERVAL
    )
    model = build.result()
    assert model.model_id == first and model.description == "Orders" and model.tags == {"team": "sales"}, model
    assert model.created_on and set(model.doc_types[first].field_schema) >= {"Customer", "Total"}, model
    assert build.details["operation_kind"] == "documentModelBuild" and build.details["percent_completed"] == 100, build.details
    passed("a model is built")
    [order] = analyze(first, FORM).documents
    assert order.doc_type == f"{first}:{first}" and order.fields["Customer"].value and order.fields["Total"].confidence > 0, order
    passed("a built model finds its fields")
    administration.begin_build_document_model("template", blob_container_url=source, model_id=second, **INTERVAL).result()
    model = administration.begin_compose_document_model([first, second], model_id=composed, description="Both", **INTERVAL).result()
    assert set(model.doc_types) == {first, second}, model.doc_types
    assert analyze(composed, FORM).documents[0].doc_type in (f"{composed}:{first}", f"{composed}:{second}")
    passed("models are composed")
    assert administration.get_resource_details().custom_document_models.count == count + 3
    assert {first, second, composed} <= {model.model_id for model in administration.list_document_models()}
    kinds = {operation.kind for operation in administration.list_operations()}
    assert {"documentModelBuild", "documentModelCompose"} <= kinds, kinds
    operation = administration.get_operation(next(iter(administration.list_operations())).operation_id)
    assert operation.status == "succeeded" and operation.result.model_id and operation.error is None, operation
    passed("models and operations are listed")
    if "PERENNIAL_KEY_2" in os.environ:
        target = DocumentModelAdministrationClient(os.environ["PERENNIAL_ENDPOINT_2"], AzureKeyCredential(os.environ["PERENNIAL_KEY_2"]))
        authorization = target.get_copy_authorization(model_id=copied, description="Copy")
        copy = administration.begin_copy_document_model_to(first, authorization, **INTERVAL).result()
        assert copy.model_id == copied, copy
        model = target.get_document_model(copied)
        assert model.description == "Copy" and set(model.doc_types) == {first}, model
        target.delete_document_model(copied)
        passed("a model is copied to another account")
    for name in (composed, second, first):
        administration.delete_document_model(name)
    assert error_of(ResourceNotFoundError, lambda: administration.get_document_model(first)) == "NotFound"
    passed("models are deleted")
