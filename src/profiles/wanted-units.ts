import { getOrInsert } from '../maps/get-or-insert';
import { folded } from '../text/folded';
import { withoutQudt } from './units/qudt-name';
import { conversion, converted } from './units/unit-conversion';

/** The unit that a property is wanted in. */
export interface WantedUnit {
  /** Its name, in any letter case. */
  property: string;
  unit: string;
  /** The unit of its values that come without one, as stated by a person who knows them; if absent, none is assumed. */
  missing?: string | undefined;
}

/** A wanted conversion that is not defined. */
export interface RefusedConversion {
  property: string;
  from: string | null;
  to: string;
  reason: string;
  records: number;
}

/** How many records without a unit were taken to be in one, because a person said so. */
export interface AssumedUnit {
  property: string;
  unit: string;
  records: number;
}

/** Brings values into the units that their properties are wanted in, and counts what it could not convert and what it took on trust. */
export class WantedUnits {
  private readonly wanted: ReadonlyMap<string, { unit: string; missing: string | undefined }>;
  /** Properties that no record had so far, as written, by their form for comparison. */
  private readonly unmet: Map<string, string>;
  private readonly conversions = new Map<string, { factor: number } | RefusedConversion>();
  private readonly assumptions = new Map<string, AssumedUnit>();

  constructor(units: readonly WantedUnit[]) {
    this.wanted = new Map(units.map(({ property, unit, missing }) => [folded(property), { unit: unit.trim(), missing: missing?.trim() }]));
    this.unmet = new Map(units.map(({ property }) => [folded(property), property.trim()]));
  }

  /** Takes note that a record has the property, with a value or without. */
  note(property: string): void {
    if (this.unmet.size > 0) this.unmet.delete(folded(property));
  }

  /** The value in the wanted unit; unchanged if none is wanted, or if the conversion is refused. */
  inWanted(property: string, given: string | null, value: number): { unit: string | null; value: number } {
    const wanted = this.wanted.get(folded(property));
    const stated = given !== null && isPh(property) && NO_UNIT.test(withoutQudt(given)) ? null : given;
    const told = stated ?? this.assumed(property, wanted?.missing) ?? unitOfPh(property, value) ?? given;
    if (!wanted) return { unit: told, value };
    const factor = this.factor(property, told, wanted.unit);
    return factor === null ? { unit: told, value } : { unit: wanted.unit, value: converted(value, factor) };
  }

  get refused(): RefusedConversion[] {
    return [...this.conversions.values()].filter((found) => 'reason' in found);
  }

  get assumedUnits(): AssumedUnit[] {
    return [...this.assumptions.values()];
  }

  /** Properties, as written, for which a unit is wanted but which no record had so far. */
  get notFound(): string[] {
    return [...this.unmet.values()];
  }

  private assumed(property: string, unit: string | undefined): string | undefined {
    if (unit === undefined) return undefined;
    getOrInsert(this.assumptions, property, () => ({ property, unit, records: 0 })).records += 1;
    return unit;
  }

  /** `null` if the conversion is refused: the value then stays in the unit it has. */
  private factor(property: string, from: string | null, to: string): number | null {
    const found = getOrInsert(this.conversions, JSON.stringify([property, from, to]), () => {
      const result = conversion(from, to, property);
      return 'factor' in result ? result : { property, from, to, reason: result.refused, records: 0 };
    });
    if ('factor' in found) return found.factor;
    found.records += 1;
    return null;
  }
}

function isPh(property: string): boolean {
  return /^pH(?![a-z])/.test(property);
}

/** What sources write for the unit of pH, to say that it has none: WoSIS, maps, QUDT. */
const NO_UNIT = /^\s*(?:unitless|dimensionless|-|1)\s*$/i;

/** pH has only one unit, so sources leave it out. A value beyond 14 may be stored times ten, so its unit stays unknown. */
function unitOfPh(property: string, value: number): string | null {
  return isPh(property) && value >= 0 && value <= 14 ? 'pH' : null;
}
