/**
 * How many faces are found and how well persons are distinguished; compared with common use of the same networks: one size and
 * one score to find faces, no mirror image to recognize them.
 */
import { readFileSync } from 'node:fs';
import { alignFace } from '../../../src/engines/faces/recognition/align.ts';
import { fromCells } from '../../../src/engines/faces/detection/decodings.ts';
import { createDetector } from '../../../src/engines/faces/detection/detect.ts';
import type { FaceEngine } from '../../../src/engines/faces/engine.ts';
import type { Face } from '../../../src/engines/faces/face.ts';
import { loadFaceEngine } from '../../../src/engines/loaders/faces/load-face-engine.ts';
import { openNetwork } from '../../../src/engines/bindings/onnx-session.ts';
import { openImage } from '../../../src/engines/faces/open-image.ts';
import type { Recognizer } from '../../../src/engines/faces/recognition/template.ts';
import { createRecognizer } from '../../../src/engines/faces/recognition/template.ts';
import { SHIPPED_NETWORKS } from '../../../src/engines/loaders/faces/shipped-networks.ts';
import { verdict } from '../http/statistics.ts';
import type { Scores } from './accuracy-scores.ts';
import { scoresOf } from './accuracy-scores.ts';
import { smallFaces } from './accuracy-small.ts';
import type { FaceData } from './data.ts';
import { centralFace } from './data.ts';

/** The default input size and score of face-api. */
const COMMON = { side: 416, score: 0.5 };
const SMALL = [36, 48, 64];
const SCENES = 5;

export async function accuracy(data: FaceData, weights: string | undefined): Promise<void> {
  const engine = await loadFaceEngine(weights);
  const plain = createRecognizer(await openNetwork(readFileSync(SHIPPED_NETWORKS.recognition.file)), {
    ...SHIPPED_NETWORKS.recognition.settings,
    mirror: false,
  });
  const [templates, plainTemplates] = [new Map<string, Float32Array>(), new Map<string, Float32Array>()];
  const common = await commonDetector();
  let [found, others, foundCommonly] = [0, 0, 0];
  for (const file of data.files) {
    const opened = await openImage(data.bytesOf(file));
    const result = await engine.find(opened, { templates: true, maxFaces: 100 });
    const face = centralFace(result);
    others += result.faces.length - Number(face !== undefined);
    if (await common(opened.image)) foundCommonly++;
    if (face === undefined) continue;
    found++;
    templates.set(file, face.template!);
    plainTemplates.set(file, await templateWithoutMirror(plain, opened, face));
  }
  const count = data.files.length;
  console.log(
    `\nThe labeled face of ${count} images: found in ${found}; ${others} further faces found (people in the background are not labeled)`,
  );
  console.log(`the same detector on one size of ${COMMON.side} pixels, scores from ${COMMON.score} on: found in ${foundCommonly}`);
  verdict('labeled faces found, %', (100 * found) / count, 99.5, 'at least');
  const scores = scoresOf(data, templates);
  print('as shipped', scores);
  if (weights === undefined) print('without mirror image', scoresOf(data, plainTemplates));
  verdict('pairs classified correctly by isIdentical, %', 100 * scores.verified, 98.5, 'at least');
  verdict('pairs of one person passing at one false in 1,000, %', 100 * scores.passing, 93, 'at least');
  verdict('nearest enrolled face is the right person, %', 100 * scores.rankOne, 94, 'at least');
  verdict('right person where at most 5 % of strangers are given one, %', 100 * scores.atFivePercent, 87, 'at least');
  await samples(engine, data);
  for (const side of SMALL) {
    const small = await smallFaces(engine, data, side, SCENES);
    console.log(
      `faces of ${side} pixels in 1920×1080: ${small.found} of ${small.faces} found, ${small.others} others, ${small.milliseconds.toFixed(0)} ms CPU an image of 20 faces`,
    );
    if (side === SMALL[0]) verdict(`faces of ${side} pixels found, %`, (100 * small.found) / small.faces, 90, 'at least');
  }
  await engine.close();
  await plain.close();
}

function print(name: string, { verified, auc, passing, rankOne, byDefault, atFivePercent }: Scores): void {
  console.log(
    `${name}: verify ${verified.toFixed(4)} · AUC ${auc.toFixed(5)} · TAR at FAR 1e-3 ${passing.toFixed(3)} · rank 1 ${rankOne.toFixed(3)} · identify by default: right ${byDefault.right.toFixed(3)}, strangers ${byDefault.strangers.toFixed(3)} · right at 5 % strangers ${atFivePercent.toFixed(3)}`,
  );
}

async function samples(engine: FaceEngine, data: FaceData): Promise<void> {
  let [wanted, missing, extra] = [0, 0, 0];
  for (const { name, faces, bytes } of data.samples) {
    const found = (await engine.find(await openImage(bytes), { templates: false, maxFaces: 100 })).faces.length;
    wanted += faces;
    missing += Math.max(0, faces - found);
    extra += Math.max(0, found - faces);
    if (found !== faces) console.log(`${name}: ${found} faces found of ${faces}`);
  }
  console.log(`sample photographs: ${wanted - missing} of ${wanted} faces found, ${extra} extra`);
  verdict('faces of sample photographs missing', missing, 0, 'at most');
  verdict('false faces in sample photographs', extra, 1, 'at most');
}

async function templateWithoutMirror(
  recognition: Recognizer,
  { image, width }: Awaited<ReturnType<typeof openImage>>,
  { points }: Face,
): Promise<Float32Array> {
  const scale = image.width / width;
  return await recognition.computeTemplate(
    alignFace(
      image,
      points.map(({ x, y }) => ({ x: x * scale, y: y * scale })),
    ),
  );
}

/** Whether the center of the image is in a box of the shipped detector in its common use: one size, one pass. */
async function commonDetector(): Promise<(image: Awaited<ReturnType<typeof openImage>>['image']) => Promise<boolean>> {
  const network = await openNetwork(readFileSync(SHIPPED_NETWORKS.detector.file));
  const { decoding, settings } = SHIPPED_NETWORKS.detector;
  if (decoding.kind !== 'cells') throw new Error('The shipped detector answers in cells.');
  return async (image) => {
    const scale = COMMON.side / Math.max(image.width, image.height);
    // The faces that fit the one size: the detector then looks at this size and no other.
    const detector = createDetector(network, fromCells(decoding), {
      ...settings,
      faces: { min: 36 * scale, max: Infinity },
      minScore: COMMON.score,
    });
    return (await detector.find(image)).some(
      ({ box }) =>
        Math.abs(box.left + box.width / 2 - image.width / 2) < box.width / 2 &&
        Math.abs(box.top + box.height / 2 - image.height / 2) < box.height / 2,
    );
  };
}
