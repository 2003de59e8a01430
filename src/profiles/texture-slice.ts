import { getOrInsert } from '../maps/get-or-insert';
import { NumberedTexts } from '../text/numbered-texts';
import { eachInSteps, madeInSteps, type Steps } from '../time/steps';
import { type DepthSlice, overlaps } from './depth-slice';
import type { Place } from './place-group';
import type { ProfileFault } from './profile-check';
import type { ProfileSlice } from './profile-slice';
import { ProvenanceTally } from './provenance';
import { type Profile, type Series, type SoundLayer, soundLayers } from './record-series';
import { coversEnough, type Layer, sliceMean, type SliceMean } from './slice-mean';
import { makesWhole, NO_CLASS, type ParticleSizes, textureClass, type TextureClass } from './texture-class';
import { tidy } from './tidy';
import { conversion, converted } from './units/unit-conversion';

/** The texture of one slice at one place, beside the other properties there: a class has no mean. Plain JSON. */
export interface TextureSlice extends ProfileSlice, TextureClass, ParticleSizes {
  property: 'Texture class';
}

type Part = keyof ParticleSizes;
const PARTS: readonly Part[] = ['sand', 'silt', 'clay'];
/** `Clay`, `Total clay`, `Clay content (%)`, `Sand, total`; not `Fine sand`, `Sand (very fine)` or `Clay minerals`. */
const PART_NAME = /^(?:total\s+)?(sand|silt|clay)(?:,?\s+(?:content|fraction|percentage|total))?(?:\s*[([](?!.*\b(?:fine|medium|coarse|minerals?)\b).*)?$/i;

/**
 * A limit of 20 um (0.02 mm) between silt and sand, as the International Society of Soil Science has it: `Sand (20-2000 um)`, `Silt (2-20 um)`,
 * `Silt 0.002 - 0.02 mm`. Both classifications have it at 50 um.
 */
const OTHER_LIMIT = /(?<![\d.,])(?:20(?:\s*(?:-|\u2013|to)\s*2000)?\s*(?:[uµμ]m|micron|micromet)|0?[.,]02(?:\s*(?:-|\u2013|to)\s*2(?:[.,]0+)?)?\s*mm)/i;

/** A row of a profile: a property, or the texture class. */
export type ProfileRow = ProfileSlice | TextureSlice;

/** A layer without a class, with the method of its row. */
type TextureFault = ProfileFault & { method: string };

interface TextureLayer extends ParticleSizes, DepthSlice {
  /** The records of all three. */
  told: readonly SoundLayer[];
}

/**
 * Finds the texture of a place: the means of sand, silt and clay (% by mass) over the profiles that give all three for the same layers, for each
 * method that gives all three. What a profile gives twice (by several methods of which none gives all three, or as two different values for a layer)
 * makes no texture: which of them belong together is not ours to guess. One profile that does not add up to 100 % would cost all others their class:
 * it counts only if there are no others.
 */
export class TextureTally {
  private readonly groups = new Map<string, TextureGroup>();
  private readonly texts = new NumberedTexts();

  constructor(
    private readonly place: Place,
    private readonly slices: readonly DepthSlice[],
    private readonly minimumCoverage: number,
  ) {}

  /** Returns the layers that have no class. In steps: a profile may have any number of layers and methods. */
  *add(profile: Profile): Steps<TextureFault[]> {
    const faults: TextureFault[] = [];
    for (const { method, parts } of yield* texturesOf(profile)) {
      const layers = yield* textureLayers(parts);
      const hasOtherLimit = parts.some((series) => OTHER_LIMIT.test(series.property) || OTHER_LIMIT.test(series.method));
      const isSound = (layer: TextureLayer): boolean => !hasOtherLimit && makesWhole(layer);
      yield* eachInSteps(layers, (layer) => {
        const { top, bottom, sand, silt, clay } = layer;
        if (isSound(layer)) return;
        faults.push({ method, top, bottom, ...(hasOtherLimit ? { fault: 'limit of 20 um' } : { fault: 'not 100 %', value: tidy(sand + silt + clay) }) });
      });
      for (const [index, slice] of this.slices.entries()) {
        yield;
        const means = yield* textureMeans(layers, slice);
        if (!means || !coversEnough(means.coverage, this.minimumCoverage)) continue;
        const key = `${this.texts.keyOf(method)} ${index}`;
        getOrInsert(this.groups, key, () => new TextureGroup(this.place, method, slice))[means.layers.every(isSound) ? 'sound' : 'unsound'].add(means, profile);
      }
    }
    return faults;
  }

  all(): Iterable<TextureGroup> {
    return this.groups.values();
  }
}

/** The texture of one slice at one place, by one method. */
class TextureGroup {
  /** From profiles whose every layer adds up to 100 %, with the size limits of the classes: two layers that do not may still do so in their mean. */
  readonly sound = new TextureSums();
  /** From the others, which have no class. */
  readonly unsound = new TextureSums();

  constructor(
    private readonly place: Place,
    private readonly method: string,
    private readonly slice: DepthSlice,
  ) {}

  describe(): TextureSlice {
    const isSound = this.sound.n > 0;
    const { sums, n, records, provenance } = isSound ? this.sound : this.unsound;
    const mean = (sum: number): number => tidy(sum / n);
    const [sand, silt, clay] = PARTS.map((part) => mean(sums[part])) as [number, number, number];
    const { lon, lat, h3 } = this.place;
    const { datasets, licences, dateFrom, dateTo } = provenance.describe();
    const { usda, hypres } = isSound ? textureClass({ sand, silt, clay }) : NO_CLASS;
    // Field by field, as in every other row: see SliceGroup.
    return {
      lon,
      lat,
      h3,
      property: 'Texture class',
      unit: null,
      method: this.method,
      depthTop: this.slice.top,
      depthBottom: this.slice.bottom,
      n,
      mean: null,
      median: null,
      sd: null,
      p5: null,
      p95: null,
      coverage: mean(sums.coverage),
      records,
      datasets,
      licences,
      dateFrom,
      dateTo,
      usda,
      hypres,
      sand,
      silt,
      clay,
    };
  }
}

class TextureSums {
  readonly sums = { sand: 0, silt: 0, clay: 0, coverage: 0 };
  n = 0;
  records = 0;
  readonly provenance = new ProvenanceTally();

  add(means: TextureMeans, profile: Profile): void {
    this.n += 1;
    for (const share of [...PARTS, 'coverage'] as const) this.sums[share] += means[share];
    const records = means.layers.flatMap(({ told }) => told);
    this.records += records.length;
    this.provenance.add(profile, records);
  }
}

interface TextureMeans extends ParticleSizes {
  coverage: number;
  layers: readonly TextureLayer[];
}

/** The means of sand, silt and clay over a slice; `null` if no layer overlaps it. */
function* textureMeans(layers: readonly TextureLayer[], slice: DepthSlice): Steps<TextureMeans | null> {
  const within = layers.filter((layer) => overlaps(layer, slice));
  const of: (SliceMean<Layer> | null)[] = [];
  for (const part of PARTS) of.push(yield* sliceMean(yield* madeInSteps(within, (layer) => ({ ...layer, value: layer[part] })), slice));
  const [sand, silt, clay] = of;
  return sand && silt && clay ? { sand: sand.mean, silt: silt.mean, clay: clay.mean, coverage: sand.coverage, layers: within } : null;
}

function partOf(property: string): Part | undefined {
  return PART_NAME.exec(property)?.[1]?.toLowerCase() as Part | undefined;
}

/** The textures of a profile: one for each method that gives all three parts; if there is none, one of several methods if each part has just one. */
function* texturesOf({ series }: Profile): Steps<{ method: string; parts: Series[] }[]> {
  const methods: Record<Part, Set<string>> = { sand: new Set(), silt: new Set(), clay: new Set() };
  const all: Series[] = [];
  yield* eachInSteps(series, (own) => {
    const part = partOf(own.property);
    if (!part || !('factor' in conversion(own.unit, '%'))) return;
    methods[part].add(own.method);
    all.push(own);
  });
  const shared = new Map<string, Series[]>();
  yield* eachInSteps(all, (own) => {
    if (PARTS.every((part) => methods[part].has(own.method))) getOrInsert(shared, own.method, () => []).push(own);
  });
  if (shared.size > 0) {
    return Array.from(shared, ([method, parts]) => ({ method: method === '' ? 'sand, silt and clay' : `sand, silt and clay (${method})`, parts }));
  }
  if (PARTS.some((part) => methods[part].size !== 1)) return [];
  const names = PARTS.map((part) => inWords(part, [...methods[part]][0]!));
  return [{ method: `${names[0]}, ${names[1]} and ${names[2]}`, parts: all }];
}

/** A part and its method; without the method if that is just the source's name for the part: `Total clay`. */
function inWords(part: Part, method: string): string {
  return method === '' || partOf(method) === part ? part : `${part} (${method})`;
}

/** The layers for which sand, silt and clay are given, each with one value. */
function* textureLayers(parts: readonly Series[]): Steps<TextureLayer[]> {
  const byLayer = new Map<string, DepthSlice & { shares: Partial<Record<Part, number | null>>; told: SoundLayer[] }>();
  for (const series of parts) {
    const part = partOf(series.property);
    const result = conversion(series.unit, '%');
    if (!part || !('factor' in result)) continue;
    yield* eachInSteps(soundLayers(series), (layer) => {
      const { top, bottom, value } = layer;
      const { shares, told } = getOrInsert(byLayer, `${top}-${bottom}`, () => ({ top, bottom, shares: {}, told: [] }));
      told.push(layer);
      const share = converted(value, result.factor);
      // The same value twice is a repeat, not a contradiction.
      shares[part] = (shares[part] ?? share) === share && shares[part] !== null ? share : null;
    });
  }
  const layers: TextureLayer[] = [];
  yield* eachInSteps(byLayer.values(), ({ top, bottom, shares, told }) => {
    const { sand, silt, clay } = shares;
    if (typeof sand === 'number' && typeof silt === 'number' && typeof clay === 'number') layers.push({ top, bottom, sand, silt, clay, told });
  });
  return layers;
}
