/** What an image costs: CPU time of finding one face and of recognizing it, and memory with all networks loaded. */
import { findFaces } from '../../../src/engines/loaders/faces/find-faces.ts';
import { median, verdict } from '../http/statistics.ts';
import type { FaceData } from './data.ts';

const IMAGE_COUNT = 60;

export async function cost(data: FaceData, weights: string | undefined): Promise<void> {
  const find = async (file: string, templates: boolean): Promise<{ faces: number; milliseconds: number }> => {
    const bytes = data.bytesOf(file);
    const before = process.cpuUsage();
    const { faces } = await findFaces({ bytes, wanted: { templates }, ...(weights !== undefined && { weights }) });
    const { user, system } = process.cpuUsage(before);
    return { faces: faces.length, milliseconds: (user + system) / 1000 };
  };
  const files = data.files.filter((_, i) => i % Math.floor(data.files.length / IMAGE_COUNT) === 0);
  const first = await find(files[0]!, true);
  const [whole, found]: [number[], number[]] = [[], []];
  for (const file of files) {
    const one = await find(file, true);
    if (one.faces === 1) whole.push(one.milliseconds);
    const without = await find(file, false);
    if (without.faces === 1) found.push(without.milliseconds);
  }
  console.log(
    `\nOne face in 250×250 pixels (${whole.length} images): ${median(found).toFixed(1)} ms CPU to find and measure it, ${median(whole).toFixed(1)} with its template (medians; ${Math.min(...whole).toFixed(1)} to ${Math.max(...whole).toFixed(1)}); the first, with loading, ${first.milliseconds.toFixed(0)}`,
  );
  verdict('find and recognize one face', median(whole), 60, 'at most', ' ms');
  verdict('memory with networks loaded', process.memoryUsage.rss() / 2 ** 20, 400, 'at most', ' MB');
}
