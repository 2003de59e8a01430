import { isUtf8 } from 'node:buffer';
import { parsedJson, withoutNaN } from '../../foreign/parsed-json';

/** What a {@link FeatureReader} calls with what it finds. Features count from 1. */
interface FeatureListener {
  feature(feature: unknown, number: number): void;
  /** A feature that is no JSON object or too long (`number`), or a file that was cut off (`null`). Reading goes on. */
  malformed(number: number | null, fault: string, outcome?: string): void;
  /** The first feature with bytes that are not UTF-8; it is handed over all the same, with U+FFFD in their place. */
  notUtf8(number: number): void;
  /** The member `crs` of the FeatureCollection, which comes before or after its features. */
  referenceSystem(system: unknown): void;
  /** The file is no FeatureCollection. */
  notFound(): void;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;
const SPACE = 0x20;

const LONGEST_FEATURE = 1024 * 1024;
const LEFT_OUT = 'It was left out.';
/** Features lie in the array of the root object. */
const FEATURE_DEPTH = 2;

/**
 * Finds the features of a GeoJSON FeatureCollection (RFC 7946) in chunks of bytes, and parses them one at a time:
 * memory holds one feature, however long the file is.
 */
export class FeatureReader {
  private depth = 0;
  private inText = false;
  private escaped = false;
  /** Start of the latest text at the level of the root's keys, -1 outside one. */
  private keyStart = -1;
  private key = '';
  private inFeatures = false;
  private found = false;
  private number = 0;
  private buffer: Buffer = Buffer.alloc(0);
  private at = 0;
  /** Start of the feature, or of the member `crs`, that is being read, -1 outside one. */
  private start = -1;
  private tooLong = false;
  /** Whether the text, number, true, false or null being read among the features has been counted already. */
  private inOther = false;
  private foundNotUtf8 = false;

  constructor(private readonly listener: FeatureListener) {}

  push(chunk: Buffer): void {
    this.buffer = this.buffer.length === 0 ? chunk : Buffer.concat([this.buffer, chunk]);
    for (; this.at < this.buffer.length; this.at += 1) this.step(this.buffer[this.at]!);
    this.dropRead();
  }

  end(): void {
    if (!this.found) this.listener.notFound();
    else if (this.depth > 0) this.listener.malformed(null, 'The file ends in the middle.');
  }

  private step(byte: number): void {
    if (this.inText) this.stepInText(byte);
    else if (byte === QUOTE) this.openText();
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.open(byte);
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.close();
    else if (byte === COMMA) this.meetComma();
    else if (byte === COLON && this.depth === 1) this.openMember();
    else if (byte > SPACE) this.meetOther();
  }

  private meetComma(): void {
    this.inOther = false;
    if (this.depth === 1 && this.start >= 0) this.finishSystem();
  }

  /** A reference system is an object, or a bare name or code. */
  private openMember(): void {
    if (this.key === 'crs') this.start = this.at + 1;
  }

  /** What is not an object counts as a feature that could not be read. */
  private meetOther(): void {
    if (!this.inFeatures || this.depth !== FEATURE_DEPTH || this.inOther) return;
    this.inOther = true;
    this.number += 1;
    this.listener.malformed(this.number, 'The feature is not an object.', LEFT_OUT);
  }

  private openText(): void {
    this.inText = true;
    this.meetOther();
    if (this.depth === 1 && this.start < 0) this.keyStart = this.at + 1;
  }

  private stepInText(byte: number): void {
    if (this.escaped) this.escaped = false;
    else if (byte === BACKSLASH) this.escaped = true;
    else if (byte === QUOTE) {
      this.inText = false;
      if (this.keyStart >= 0) this.key = this.buffer.toString('utf8', this.keyStart, Math.min(this.at, this.keyStart + 20));
      this.keyStart = -1;
    }
  }

  private open(byte: number): void {
    if (this.depth === 1 && byte === OPEN_BRACKET && this.key === 'features') {
      this.inFeatures = true;
      this.found = true;
    }
    if (this.inFeatures && this.depth === FEATURE_DEPTH) {
      this.start = this.at;
      this.tooLong = false;
      this.number += 1;
    }
    this.depth += 1;
  }

  private close(): void {
    this.depth -= 1;
    if (this.depth < FEATURE_DEPTH) {
      if (this.depth === 0 && this.start >= 0) this.finishSystem();
      this.inFeatures = false;
    } else if (this.depth === FEATURE_DEPTH && this.inFeatures) this.finishFeature();
  }

  private finishSystem(): void {
    const text = this.buffer.toString('utf8', this.start, this.at);
    const system = parsedJson(text);
    this.start = -1;
    // A text that is not JSON is handed over too: whatever it names, it is not known to be WGS 84.
    this.listener.referenceSystem(system === undefined ? text : system);
  }

  private finishFeature(): void {
    const { start } = this;
    const tooLong = this.tooLong || this.at - start > LONGEST_FEATURE;
    this.start = -1;
    this.tooLong = false;
    if (tooLong) {
      this.listener.malformed(this.number, `The feature is longer than ${LONGEST_FEATURE / 1024} KiB.`, LEFT_OUT);
      return;
    }
    const bytes = this.buffer.subarray(start, this.at + 1);
    if (!this.foundNotUtf8 && !isUtf8(bytes)) {
      this.foundNotUtf8 = true;
      this.listener.notUtf8(this.number);
    }
    const text = bytes.toString('utf8');
    const feature = parsedJson(text) ?? parsedJson(withoutNaN(text));
    if (feature === undefined) this.listener.malformed(this.number, 'The feature is not JSON.', LEFT_OUT);
    else this.listener.feature(feature, this.number);
  }

  /** Drops what was read, except what an open feature or key still needs. */
  private dropRead(): void {
    if (this.start >= 0 && this.at - this.start > LONGEST_FEATURE) {
      this.start = -1;
      this.tooLong = true;
    }
    const kept = this.start >= 0 ? this.start : this.keyStart >= 0 ? Math.max(this.keyStart, this.at - LONGEST_FEATURE) : this.at;
    this.buffer = this.buffer.subarray(kept);
    this.at -= kept;
    if (this.start >= 0) this.start = 0;
    if (this.keyStart >= 0) this.keyStart = 0;
  }
}
