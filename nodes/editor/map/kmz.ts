import { decodedText } from '../../../src/text/decoded-text';
import { ImportProblem } from './import-problem';
import { readKml, type KmlContent } from './kml-file';
import { linkedFile } from './kmz-links';
import { LARGEST_FILE } from './largest-file';
import { joined, noShapes } from './shapes';
import { bytesOf, type ZippedFile } from './zip-files';

/** How many files of one KMZ are read. */
const MOST_FILES = 1000;

/**
 * Reads a KMZ: its doc.kml (annex C of the KML standard of the OGC), and all files within the zip that are linked from there, directly or indirectly,
 * each once; all KML files if there is no doc.kml. Links to anywhere else are not followed.
 * @throws ImportProblem, ZipDamage
 */
export async function readKmz(files: readonly ZippedFile[], kml: readonly ZippedFile[]): Promise<KmlContent> {
  const all: KmlContent = { shapes: noShapes(), links: [] };
  const wanted = new Set(kml.filter(({ name }) => /^doc\.kml$/i.test(name)).slice(0, 1));
  if (wanted.size === 0) for (const file of kml.slice(0, MOST_FILES)) wanted.add(file);
  let size = 0;
  // Iterating over a set includes what is added on the way.
  for (const file of wanted) {
    size += file.size;
    if (size > LARGEST_FILE) throw new ImportProblem('tooLarge');
    const text = decodedText(await bytesOf(file));
    if (!/^\s*</.test(text)) throw new ImportProblem('notArea', { name: file.name });
    const { shapes, links } = await readKml(text);
    all.shapes = joined(all.shapes, shapes);
    for (const link of links) {
      const linked = linkedFile(files, file.name, link);
      if (linked && (wanted.has(linked) || wanted.size < MOST_FILES)) wanted.add(linked);
      else all.links.push(link);
    }
  }
  return all;
}
