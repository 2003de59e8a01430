import { decodedText } from '../../../src/text/decoded-text';
import { ImportProblem } from './import-problem';
import { readKml, type KmlContent } from './kml-file';
import { KmzLinks } from './kmz-links';
import { LARGEST_FILE } from './largest-file';
import { joined, noShapes } from './shapes';
import { bytesOf, type ZippedFile } from './zip-files';

/** Most files that are read of one KMZ. None is left out in silence: one with more is refused. */
const MOST_FILES = 1000;

/**
 * Reads a KMZ: its doc.kml (annex C of the KML standard of the OGC), and all files within the zip that are linked from there, directly or indirectly,
 * each once; all KML files in the order of the zip if there is no doc.kml. Links to anywhere else are not followed.
 * @throws ImportProblem, ZipDamage
 */
export async function readKmz(files: readonly ZippedFile[], kml: readonly ZippedFile[]): Promise<KmlContent> {
  const all: KmlContent = { shapes: noShapes(), links: [] };
  const root = kml.find(({ name }) => /^doc\.kml$/i.test(name));
  const wanted = new Set(root ? [root] : kml);
  const kmzLinks = new KmzLinks(files);
  let size = 0;
  // Iterating over a set includes what is added on the way.
  for (const file of wanted) {
    if (wanted.size > MOST_FILES) throw new ImportProblem('tooManyFiles');
    size += file.size;
    if (size > LARGEST_FILE) throw new ImportProblem('tooLarge');
    const text = decodedText(await bytesOf(file));
    if (!/^\s*</.test(text)) throw new ImportProblem('notArea', { name: file.name });
    const { shapes, links } = await readKml(text);
    all.shapes = joined(all.shapes, shapes);
    const linkedFile = kmzLinks.from(file.name);
    for (const link of links) {
      const linked = linkedFile(link);
      if (linked) wanted.add(linked);
      else all.links.push(link);
    }
  }
  return all;
}
