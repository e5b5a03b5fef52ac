/** Programs in Java. */
import { callOf, isEntities, q, recognitionModelOf, textOf } from './target.ts';
import type { ConnectTarget, Place, Written } from './target.ts';

export function java(target: ConnectTarget, { endpoint, key }: Place): Written {
  const secret = key === undefined ? 'System.getenv("KEY")' : q(key);
  const azure = (client: string, credential = 'AzureKeyCredential'): string =>
    `var client = new ${client}Builder().endpoint(${q(endpoint)}).credential(new ${credential}(${secret})).buildClient();`;
  // There is no client of the vendor for these calls: java.net.http.
  if (target.area === 'understanding' || target.area === 'conversations' || target.area === 'ranking') {
    const { call } = callOf(target);
    const query = Object.entries(call.query ?? {}).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
    return {
      before: 'import java.net.URI;\nimport java.net.http.*;\n',
      changed: `var address = URI.create(${q(endpoint + call.path + (query.length > 0 ? `?${query.join('&')}` : ''))});`,
      after: [
        ...(call.json === undefined ? [] : [`var body = ${q(JSON.stringify(call.json))};`]),
        `var request = HttpRequest.newBuilder(address).header("Ocp-Apim-Subscription-Key", ${secret})`,
        call.json === undefined
          ? '    .build();'
          : '    .header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body)).build();',
        'System.out.println(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body());',
      ].join('\n'),
    };
  }
  const imports = (...names: string[]): string => `${names.map((name) => `import ${name};`).join('\n')}\n`;
  switch (target.area) {
    case 'texts': {
      const call = isEntities(target)
        ? 'beginRecognizeCustomEntities'
        : target.kind === 'CustomMultiLabelClassification'
          ? 'beginMultiLabelClassify'
          : 'beginSingleLabelClassify';
      return {
        install: 'com.azure:azure-ai-textanalytics:5.3.0',
        isHttpsOnly: true,
        before: imports('com.azure.ai.textanalytics.*', 'com.azure.core.credential.AzureKeyCredential', 'java.util.List'),
        changed: azure('TextAnalyticsClient'),
        after: [
          `client.${call}(List.of(${q(textOf(target))}), ${q(target.project)}, ${q(target.deployment)}).getFinalResult()`,
          isEntities(target)
            ? '    .forEach(page -> page.forEach(document -> document.getEntities().forEach(found -> System.out.println(found.getText()))));'
            : '    .forEach(page -> page.forEach(document -> document.getClassifications().forEach(found -> System.out.println(found.getCategory()))));',
        ].join('\n'),
      };
    }
    case 'documents':
      return {
        install: 'com.azure:azure-ai-formrecognizer:4.1.0',
        isHttpsOnly: true,
        before: imports(
          'com.azure.ai.formrecognizer.documentanalysis.*',
          'com.azure.core.credential.AzureKeyCredential',
          'com.azure.core.util.BinaryData',
          'java.nio.file.Path',
        ),
        changed: azure('DocumentAnalysisClient'),
        after: [
          `var result = client.beginAnalyzeDocument(${q(target.modelId)}, BinaryData.fromFile(Path.of("document.pdf"))).getFinalResult();`,
          'System.out.println(result.getContent());',
        ].join('\n'),
      };
    case 'faces':
      return {
        install: 'com.azure:azure-ai-vision-face:1.0.0-beta.2',
        isHttpsOnly: true,
        before: imports(
          'com.azure.ai.vision.face.*',
          'com.azure.ai.vision.face.models.*',
          'com.azure.core.credential.KeyCredential',
          'com.azure.core.util.BinaryData',
          'java.nio.file.Path',
        ),
        changed: azure('FaceClient', 'KeyCredential'),
        after: [
          'var photo = BinaryData.fromFile(Path.of("photo.jpg"));',
          `client.detect(photo, FaceDetectionModel.DETECTION_03, FaceRecognitionModel.${recognitionModelOf(target).toUpperCase()}, true)`,
          '    .forEach(face -> System.out.println(face.getFaceId()));',
        ].join('\n'),
      };
  }
}
