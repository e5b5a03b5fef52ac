"""Versions 2 of form recognition with azure-ai-formrecognizer: every method of its two clients.

Environment: PERENNIAL_ENDPOINT, PERENNIAL_KEY; of a second account, PERENNIAL_ENDPOINT_2, PERENNIAL_KEY_2 and
PERENNIAL_RESOURCE_ID_2 (copies are skipped without them); PERENNIAL_TRAINING_URL, a container of forms with labels, with its
signature, and PERENNIAL_TRAINING_FORM, the path of another such form (training is skipped without them); PERENNIAL_REGION,
"local" by default.

client: azure-ai-formrecognizer 3.2.1; version: v2.1, v2.0; runs: every method: analysis, training, models, composing, copies, errors
account: DocumentAnalysis
"""
import io
import os
import sys

from azure.ai.formrecognizer import FormContentType, FormRecognizerClient, FormTrainingClient
from azure.core.credentials import AzureKeyCredential
from azure.core.exceptions import ClientAuthenticationError, HttpResponseError, ResourceNotFoundError

UNKNOWN = "00000000-0000-0000-0000-000000000000"
INTERVAL = {"polling_interval": 0.2}


def check(name, condition, detail=""):
    if not condition:
        print(f"FAILED {name}: {detail}")
        sys.exit(1)
    print(f"ok {name}")


def raises(name, error, work, code=None):
    try:
        work()
    except error as problem:
        check(name, code is None or problem.error.code == code, getattr(problem, "error", problem))
        return
    check(name, False, "nothing was raised")


def pdf(pages):
    """Lines of text at (x, y) in points from the upper left corner, without any library."""
    objects = [b"", b""]
    kids = []
    for lines in pages:
        text = "".join(f"BT /F 11 Tf {x} {792 - y} Td ({line}) Tj ET\n" for x, y, line in lines).encode()
        kids.append(f"{len(objects) + 2} 0 R")
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(text), text))
        resources = "<< /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>"
        page = f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {len(objects)} 0 R /Resources {resources} >>"
        objects.append(page.encode())
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>".encode()
    out = io.BytesIO(b"")
    out.write(b"%PDF-1.4\n")
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    for offset in offsets:
        out.write(b"%010d 00000 n \n" % offset)
    out.write(b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, start))
    return out.getvalue()


INVOICE = pdf([[
    (60, 70, "Harbor Supply Inc"), (420, 70, "INVOICE"), (380, 104, "Invoice Number: INV-2041"),
    (380, 120, "Invoice Date: 03/15/2024"), (60, 160, "Bill To"), (60, 176, "Quay Gardens LLC"),
    (380, 340, "Subtotal"), (480, 340, "$1,200.00"), (380, 358, "Tax"), (480, 358, "$96.00"),
    (380, 376, "Total"), (480, 376, "$1,296.00"),
]])
RECEIPT = pdf([[
    (72, 70, "Corner Store"), (72, 94, "12 Main Street"), (72, 118, "Portland, OR 97201"), (72, 142, "03/15/2024 14:05"),
    (72, 170, "Bread"), (300, 170, "2.50"), (72, 194, "Milk"), (300, 194, "1.50"), (72, 220, "Subtotal"), (300, 220, "4.00"),
    (72, 244, "Tax"), (300, 244, "0.40"), (72, 268, "Total"), (300, 268, "4.40"),
]])
CARD = pdf([[
    (72, 70, "Noor Haddad"), (72, 90, "Lead Engineer"), (72, 110, "Contoso Ltd"), (72, 130, "noor.haddad@contoso.com"),
    (72, 150, "Mobile: +44 7700 900123"), (72, 170, "www.contoso.com"),
]])
PASSPORT = pdf([[
    (72, 70, "PASSPORT"), (72, 300, "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<"),
    (72, 320, "L898902C36UTO7408122F1204159ZE184226B<<<<<10"),
]])
TWO_PAGES = pdf([[(72, 72, "First page")], [(72, 72, "Second page")]])


def recognition(client):
    pages = client.begin_recognize_content(TWO_PAGES, **INTERVAL).result()
    check("content", [page.lines[0].text for page in pages] == ["First page", "Second page"], pages)
    check("content: geometry", (pages[0].width, pages[0].height, pages[0].unit) == (8.5, 11, "inch"), pages[0])
    check("content: words", [word.text for word in pages[0].lines[0].words] == ["First", "page"])
    check("content: appearance", pages[0].lines[0].appearance.style_name == "other", pages[0].lines[0].appearance)
    pages = client.begin_recognize_content(TWO_PAGES, pages=["2"], language="en", reading_order="natural", **INTERVAL).result()
    check("content: pages", [page.page_number for page in pages] == [2], pages)
    token = client.begin_recognize_content(TWO_PAGES, **INTERVAL).continuation_token()
    pages = client.begin_recognize_content(None, continuation_token=token, **INTERVAL).result()
    check("content: continuation token", len(pages) == 2)
    stream = io.BytesIO(TWO_PAGES)
    check("content: stream", len(client.begin_recognize_content(stream, content_type=FormContentType.APPLICATION_PDF, **INTERVAL).result()) == 2)

    [invoice] = client.begin_recognize_invoices(INVOICE, include_field_elements=True, locale="en-US", **INTERVAL).result()
    check("invoice", invoice.form_type == "prebuilt:invoice", invoice.form_type)
    check("invoice: fields", invoice.fields["InvoiceId"].value == "INV-2041" and invoice.fields["InvoiceTotal"].value == 1296.0, invoice.fields)
    check("invoice: date", str(invoice.fields["InvoiceDate"].value) == "2024-03-15")
    check("invoice: elements", invoice.fields["InvoiceTotal"].value_data.field_elements[0].text == "$1,296.00")
    check("invoice: page range", invoice.page_range.first_page_number == 1 and invoice.pages[0].lines)

    [receipt] = client.begin_recognize_receipts(RECEIPT, **INTERVAL).result()
    check("receipt", receipt.form_type == "prebuilt:receipt", receipt.form_type)
    check("receipt: money", receipt.fields["Total"].value == 4.4 and receipt.fields["Tax"].value == 0.4, receipt.fields)
    check("receipt: type", receipt.fields["ReceiptType"].value == "Itemized", receipt.fields["ReceiptType"])
    check("receipt: items", receipt.fields["Items"].value[0].value["Name"].value == "Bread", receipt.fields["Items"])

    [card] = client.begin_recognize_business_cards(CARD, include_field_elements=True, **INTERVAL).result()
    check("business card", card.form_type == "prebuilt:businesscard", card.form_type)
    check("business card: fields", card.fields["Emails"].value[0].value == "noor.haddad@contoso.com", card.fields)

    [passport] = client.begin_recognize_identity_documents(PASSPORT, **INTERVAL).result()
    check("identity document", passport.form_type == "prebuilt:idDocument:passport", passport.form_type)
    zone = passport.fields["MachineReadableZone"].value
    check("identity document: fields", passport.fields.get("LastName", zone.get("LastName")).value == "ERIKSSON", passport.fields)

    damaged = b"\x25\x50\x44\x46\x55\x55\x55"
    raises("damaged file", HttpResponseError, lambda: client.begin_recognize_receipts(damaged), "BadArgument")
    raises("locale", HttpResponseError, lambda: client.begin_recognize_receipts(RECEIPT, locale="not a locale"), "UnsupportedLocale")
    raises("language", HttpResponseError, lambda: client.begin_recognize_content(TWO_PAGES, language="not a language"), "NotSupportedLanguage")
    raises("bad address", HttpResponseError, lambda: client.begin_recognize_invoices_from_url("https://badurl.invalid/a.pdf"), "FailedToDownloadImage")
    raises("address of a card", HttpResponseError, lambda: client.begin_recognize_business_cards_from_url("https://badurl.invalid/a.pdf"))
    raises("address of an id", HttpResponseError, lambda: client.begin_recognize_identity_documents_from_url("https://badurl.invalid/a.pdf"))
    raises("address of a receipt", HttpResponseError, lambda: client.begin_recognize_receipts_from_url("https://badurl.invalid/a.pdf"))
    raises("address of content", HttpResponseError, lambda: client.begin_recognize_content_from_url("https://badurl.invalid/a.pdf"))
    raises("unknown model", ResourceNotFoundError, lambda: client.begin_recognize_custom_forms(UNKNOWN, INVOICE), "1022")


def training(client, source, form):
    labeled = client.begin_training(source, use_training_labels=True, model_name="labeled", **INTERVAL).result()
    check("training with labels", labeled.status == "ready" and labeled.model_name == "labeled", labeled)
    check("training with labels: documents", all(one.status == "succeeded" for one in labeled.training_documents) and labeled.training_documents)
    [submodel] = labeled.submodels
    check("training with labels: fields", submodel.form_type == "custom:labeled" and all(field.accuracy is not None for field in submodel.fields.values()))
    check("training with labels: times", labeled.training_started_on <= labeled.training_completed_on)
    recognizer = client.get_form_recognizer_client(**INTERVAL)
    [found] = recognizer.begin_recognize_custom_forms(labeled.model_id, form, include_field_elements=True, **INTERVAL).result()
    check("custom form", found.form_type == "custom:labeled" and found.model_id == labeled.model_id, found)
    check("custom form: fields", set(found.fields) == set(submodel.fields), found.fields)
    check("custom form: elements", any(field.value_data and field.value_data.field_elements for field in found.fields.values()))

    unlabeled = client.begin_training(source, use_training_labels=False, include_subfolders=False, **INTERVAL).result()
    check("training without labels", unlabeled.status == "ready", unlabeled)
    check("training without labels: captions", unlabeled.submodels[0].form_type == "form-0" and unlabeled.submodels[0].fields)
    [found] = recognizer.begin_recognize_custom_forms(unlabeled.model_id, form, include_field_elements=True, **INTERVAL).result()
    check("unlabeled form", found.form_type == "form-0" and "field-0" in found.fields, found)
    field = found.fields["field-0"]
    check("unlabeled form: pair", field.label_data.text and field.value and field.value_data.field_elements, field)
    damaged = b"\x25\x50\x44\x46\x55\x55\x55"
    raises("damaged form", HttpResponseError, lambda: recognizer.begin_recognize_custom_forms(unlabeled.model_id, damaged).result(), "2005")
    raises("invalid prefix", HttpResponseError, lambda: client.begin_training(source, False, prefix="nothing", **INTERVAL).result(), "2014")

    again = client.begin_training(source, use_training_labels=True, **INTERVAL).result()
    check("training without a name", again.submodels[0].form_type == "custom:" + again.model_id)
    composed = client.begin_create_composed_model([labeled.model_id, again.model_id], model_name="both", **INTERVAL).result()
    check("composition", composed.properties.is_composed_model and len(composed.submodels) == 2, composed)
    [found] = recognizer.begin_recognize_custom_forms(composed.model_id, form, **INTERVAL).result()
    check("composition: form", found.model_id in (labeled.model_id, again.model_id) and found.form_type == "custom:" + found.model_id, found)
    raises("composition of one", HttpResponseError, lambda: client.begin_create_composed_model([UNKNOWN]), "1001")
    raises("composition without labels", HttpResponseError, lambda: client.begin_create_composed_model([labeled.model_id, unlabeled.model_id]), "1001")
    return labeled, unlabeled, composed


def training_in_2_0(client, source, form):
    for use_labels in (True, False):
        model = client.begin_training(source, use_training_labels=use_labels, **INTERVAL).result()
        check(f"training in 2.0, labels {use_labels}", model.status == "ready" and model.submodels[0].form_type.startswith("form-"), model)
        [found] = client.get_form_recognizer_client().begin_recognize_custom_forms(model.model_id, form, **INTERVAL).result()
        check(f"custom form in 2.0, labels {use_labels}", found.form_type == model.submodels[0].form_type and found.fields, found)


def copying(source, target, models):
    region = os.environ.get("PERENNIAL_REGION", "local")
    resource = os.environ["PERENNIAL_RESOURCE_ID_2"]
    for model in models:
        authorization = target.get_copy_authorization(resource, region)
        check("copy authorization", authorization["modelId"] and authorization["accessToken"] and authorization["expirationDateTimeTicks"])
        copied = source.begin_copy_model(model.model_id, authorization, **INTERVAL).result()
        check("copy", copied.status == "ready" and copied.model_id == authorization["modelId"], copied)
        found = target.get_custom_model(copied.model_id)
        check("copy: model", found.status == "ready" and len(found.submodels) == len(model.submodels), found)
        check("copy: name", found.model_name == model.model_name, found)
        target.delete_model(copied.model_id)
    wrong = target.get_copy_authorization(resource, "elsewhere")
    raises("copy to another region", HttpResponseError, lambda: source.begin_copy_model(models[0].model_id, wrong, **INTERVAL).result(), "AuthorizationError")
    raises("copy of an unknown model", ResourceNotFoundError, lambda: source.begin_copy_model(UNKNOWN, wrong), "1022")


def main():
    endpoint, key = os.environ["PERENNIAL_ENDPOINT"], os.environ["PERENNIAL_KEY"]
    for version in ("2.1", "2.0"):
        recognizer = FormRecognizerClient(endpoint, AzureKeyCredential(key), api_version=version)
        if version == "2.1":
            recognition(recognizer)
        else:
            check("content in 2.0", len(recognizer.begin_recognize_content(TWO_PAGES, **INTERVAL).result()) == 2)
            [receipt] = recognizer.begin_recognize_receipts(RECEIPT, **INTERVAL).result()
            check("receipt in 2.0", receipt.fields["Total"].value == 4.4, receipt)
    trainer = FormTrainingClient(endpoint, AzureKeyCredential(key), api_version="2.1")
    before = trainer.get_account_properties()
    check("account", before.custom_model_limit > 0)
    raises("unknown model: get", ResourceNotFoundError, lambda: trainer.get_custom_model(UNKNOWN), "1022")
    raises("unknown model: delete", ResourceNotFoundError, lambda: trainer.delete_model(UNKNOWN), "1022")
    raises("wrong key", ClientAuthenticationError, lambda: FormTrainingClient(endpoint, AzureKeyCredential("x"), api_version="2.1").get_account_properties())
    source = os.environ.get("PERENNIAL_TRAINING_URL")
    if not source:
        print("skipped training: PERENNIAL_TRAINING_URL is not set")
    else:
        with open(os.environ["PERENNIAL_TRAINING_FORM"], "rb") as file:
            form = file.read()
        models = training(trainer, source, form)
        training_in_2_0(FormTrainingClient(endpoint, AzureKeyCredential(key), api_version="2.0"), source, form)
        if "PERENNIAL_KEY_2" in os.environ:
            target = FormTrainingClient(os.environ["PERENNIAL_ENDPOINT_2"], AzureKeyCredential(os.environ["PERENNIAL_KEY_2"]), api_version="2.1")
            copying(trainer, target, models)
        listed = {model.model_id: model for model in trainer.list_custom_models()}
        check("list", all(model.model_id in listed for model in models), listed)
        check("account: count", trainer.get_account_properties().custom_model_count == len(listed))
        for model in listed:
            trainer.delete_model(model)
        check("deleted", list(trainer.list_custom_models()) == [])


main()
