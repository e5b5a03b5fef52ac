"""Fields by name through azure.ai.documentintelligence.

Needs PERENNIAL_ENDPOINT, PERENNIAL_KEY and PERENNIAL_INVOICE, the path of an invoice.

client: azure-ai-documentintelligence 1.0.3; version: 2024-11-30; runs: query fields on a layout and beside the fields of a model
account: DocumentAnalysis
"""
import os

from azure.ai.documentintelligence import DocumentIntelligenceClient
from azure.ai.documentintelligence.models import DocumentAnalysisFeature
from azure.core.credentials import AzureKeyCredential

client = DocumentIntelligenceClient(os.environ["PERENNIAL_ENDPOINT"].rstrip("/"), AzureKeyCredential(os.environ["PERENNIAL_KEY"]))


def ask(model, names):
    with open(os.environ["PERENNIAL_INVOICE"], "rb") as file:
        poller = client.begin_analyze_document(
            model, file, features=[DocumentAnalysisFeature.QUERY_FIELDS], query_fields=names, polling_interval=0.2
        )
        [document] = poller.result().documents
        return document.fields


fields = ask("prebuilt-layout", ["InvoiceNumber", "total amount", "shoe size"])
assert fields["InvoiceNumber"].value_string and fields["InvoiceNumber"].bounding_regions, fields
assert fields["total amount"].value_currency.amount == 1296 and fields["total amount"].value_string, fields
assert "shoe size" not in fields, fields
print("ok prebuilt-layout finds fields by name", flush=True)

fields = ask("prebuilt-invoice", ["Gesamtbetrag"])
assert fields["Gesamtbetrag"].value_currency.amount == fields["InvoiceTotal"].value_currency.amount == 1296, fields
print("ok prebuilt-invoice finds fields by name beside its own", flush=True)
