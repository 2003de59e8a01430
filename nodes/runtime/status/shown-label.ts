import type { NodeAPI } from 'node-red';

type Labels = Readonly<Record<string, string>>;
/** A catalogue of the editor: the labels of a dialog; that of the service also has the labels of the pickers in all dialogs. */
interface Catalogue {
  label?: Labels;
  picker?: { label?: Labels };
}

/** Besides those of the node itself, an error may name the labels of its service. */
const SERVICE = 'soil-service';

/**
 * What a dialog calls a setting in the language of the runtime; an error has the English label, which is returned if no catalogue has it, or none of
 * the language is loaded.
 *
 * @param type of the node that has the setting, or that uses the service that has it
 */
export function shownLabel(RED: NodeAPI, type: string, english: string): string {
  for (const own of new Set([type, SERVICE])) {
    const key = keyOf(own, english);
    if (key === undefined) continue;
    const full = `node-red-contrib-soil-data/${own}:${key}`;
    const text = RED._(full);
    return text === full || text === key ? english : text;
  }
  return english;
}

/** The key of a label in a node's English catalogue; none either if that cannot be loaded, as with too many files open: a status must not fail. */
function keyOf(type: string, english: string): string | undefined {
  if (!/^soil-[a-z]+$/.test(type)) return undefined;
  const catalogue = englishCatalogue(type);
  for (const [block, labels] of [['label', catalogue?.label], ['picker.label', catalogue?.picker?.label]] as const) {
    const found = Object.entries(labels ?? {}).find(([, text]) => text === english);
    if (found) return `${type}.${block}.${found[0]}`;
  }
  return undefined;
}

function englishCatalogue(type: string): Catalogue | undefined {
  try {
    return (require(`../../${type}/locales/en-US/${type}.json`) as Readonly<Record<string, Catalogue>>)[type];
  } catch {
    return undefined;
  }
}
