import { Problem } from '../problem';

/** Longitude and latitude in degrees. */
export type Place = [longitude: number, latitude: number];

/** What a request may ask for (specification, section 2.6): points, or polygons as lists of rings. */
type RequestGeometry = { points: Place[] } | { polygons: Place[][][] };

/**
 * Reads WKT of the types Point, MultiPoint, Polygon and MultiPolygon: 2D, longitude then latitude within their ranges, rings closed.
 * @throws Problem 400, which says where the text is no geometry of section 2.6
 */
export function readWellKnownText(text: string): RequestGeometry {
  const scanner = new Scanner(text);
  const type = scanner.word();
  let geometry: RequestGeometry;
  if (type === 'POINT') geometry = { points: [scanner.inBrackets(() => scanner.place())] };
  else if (type === 'MULTIPOINT') geometry = { points: scanner.list(() => scanner.placeWithOrWithoutBrackets()) };
  else if (type === 'POLYGON') geometry = { polygons: [scanner.polygon()] };
  else if (type === 'MULTIPOLYGON') geometry = { polygons: scanner.list(() => scanner.polygon()) };
  else throw scanner.complaint('POINT, MULTIPOINT, POLYGON or MULTIPOLYGON', 0);
  scanner.end();
  return geometry;
}

class Scanner {
  private at = 0;
  private readonly token = /\s*([A-Za-z]+|[(),]|[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)/y;

  constructor(private readonly text: string) {}

  word(): string {
    const word = this.next('a geometry type');
    if (!/^[A-Za-z]/.test(word)) throw this.complaint('a geometry type');
    return word.toUpperCase();
  }

  list<T>(item: () => T): T[] {
    return this.inBrackets(() => {
      const items = [item()];
      while (this.peek() === ',') {
        this.expect(',');
        items.push(item());
      }
      return items;
    });
  }

  inBrackets<T>(content: () => T): T {
    this.expect('(');
    const value = content();
    this.expect(')');
    return value;
  }

  polygon(): Place[][] {
    return this.list(() => {
      const start = this.at;
      const ring = this.list(() => this.place());
      const [first, last] = [ring[0], ring.at(-1)];
      if (ring.length < 4 || first?.[0] !== last?.[0] || first?.[1] !== last?.[1]) {
        throw this.complaint('a closed ring of four or more positions', start);
      }
      return ring;
    });
  }

  place(): Place {
    return [this.number('a longitude from -180 to 180', 180), this.number('a latitude from -90 to 90', 90)];
  }

  placeWithOrWithoutBrackets(): Place {
    return this.peek() === '(' ? this.inBrackets(() => this.place()) : this.place();
  }

  end(): void {
    if (this.text.slice(this.at).trim() !== '') throw this.complaint('the end of the text');
  }

  complaint(expected: string, at = this.at): Problem {
    const found = this.text.slice(at).trimStart().slice(0, 20);
    return new Problem(400, 'geometry', `geometry: expected ${expected} at position ${at}, found ${found === '' ? 'the end' : JSON.stringify(found)}.`);
  }

  private number(what: string, limit: number): number {
    const start = this.at;
    const value = Number(this.next(what));
    if (!(Math.abs(value) <= limit)) throw this.complaint(what, start);
    return value;
  }

  private expect(token: string): void {
    const start = this.at;
    if (this.next(`"${token}"`) !== token) throw this.complaint(`"${token}"`, start);
  }

  private peek(): string {
    const start = this.at;
    this.token.lastIndex = start;
    return this.token.exec(this.text)?.[1] ?? '';
  }

  private next(expected: string): string {
    this.token.lastIndex = this.at;
    const match = this.token.exec(this.text);
    if (!match?.[1]) throw this.complaint(expected);
    this.at = this.token.lastIndex;
    return match[1];
  }
}
