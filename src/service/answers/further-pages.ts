import { fieldOf, isObject, wholeNumberOf, type ForeignObject } from '../../foreign/foreign-value';
import { FEED_FIELDS, PLAIN_DATA_FIELDS } from '../../foreign/list-fields';
import { CATALOG_FIELDS } from './datasets';
import { isSaid } from './is-said';
import { isList } from './item-list';

/** What an answer says about how much there is beyond what came. The specification has no pages; services and gateways do. */
export interface FurtherPages {
  /** Whether it says that there is a next page. */
  hasNext: boolean;
  /** How many entries there are in all. */
  total?: number;
}

const TOTALS = ['totalItems', 'hydra:totalItems', 'numberOfItems', 'numberMatched', 'totalResults', 'totalCount', 'total_count', 'totalElements', 'total'];
const NEXT_PAGES = ['next', 'nextPage', 'hydra:next', 'nextLink', '@odata.nextLink', 'nextPageToken', 'next_page_token', 'nextCursor', 'next_cursor'];
const MORE = ['hasMore', 'has_more', 'hasNext', 'has_next', 'hasNextPage'];
const CUT = ['truncated', 'isTruncated', 'exceededTransferLimit'];
const LAST = ['isLast', 'is_last', 'last'];
const PAGES = ['page', 'currentPage', 'current_page', 'pageNumber'];
const PAGE_COUNTS = ['totalPages', 'total_pages', 'pageCount', 'page_count'];

/** Objects beside a list that tell of its pages. Nobody knows what the numbers in any other object count. */
const TELLERS = ['hydra:view', 'view', 'paging', 'pagination', 'page', 'pageInfo', 'meta', '_meta', '_links', 'links'];

/** The fields in which a list, or a wrapper of one, is looked for: those of discovery, and those of data at once. */
const LISTS = [...CATALOG_FIELDS, ...FEED_FIELDS, ...PLAIN_DATA_FIELDS];
/** At least as deep as the readers of discovery's lists go. */
const DEEPEST = 4;

/** Reads what an answer, and each wrapper on the way to its list (section 2.4 nests them), says about further pages. */
export function furtherPages(answer: ForeignObject): FurtherPages {
  const { wrappers, list } = wayToList(answer) ?? { wrappers: [answer], list: [] };
  const tellers = wrappers.flatMap(tellersOf);
  const totals = tellers.flatMap((teller) => TOTALS.map((name) => wholeNumberOf(fieldOf(teller, name))).find((total) => total !== undefined) ?? []);
  return { hasNext: [...tellers, ...innerLists(list)].some(hasNextPage), ...(totals.length > 0 && { total: Math.max(...totals) }) };
}

/** Reads what the headers say about further pages: some services tell it there. */
export function pagesInHeaders(headers: Readonly<Record<string, string>>): FurtherPages {
  const inRange = /^\s*\w+\s+\d+-\d+\/(\d{1,15})\s*$/.exec(headers['content-range'] ?? '')?.[1];
  const total = wholeNumberOf(inRange) ?? wholeNumberOf(headers['x-total-count']);
  return { hasNext: hasNextLink(headers['link'] ?? ''), ...(total !== undefined && { total }) };
}

/** The wrappers around a list, the outermost first. An object without a list may be about anything, and so may its numbers. */
function wayToList(wrapper: ForeignObject, level = 0): { wrappers: ForeignObject[]; list: unknown[] } | undefined {
  const found = LISTS.map((name) => fieldOf(wrapper, name));
  const list: unknown = found.find(Array.isArray);
  if (Array.isArray(list)) return { wrappers: [wrapper], list };
  for (const inner of level === DEEPEST ? [] : found) {
    // One item in place of a list of them: its numbers are its own.
    const way = isObject(inner) && wholeNumberOf(fieldOf(inner, 'identifier')) === undefined ? wayToList(inner, level + 1) : undefined;
    if (way) return { ...way, wrappers: [wrapper, ...way.wrappers] };
  }
  return undefined;
}

/** Lists in the list: one for each type of filter, say. Their own counts are not the total. */
function innerLists(list: unknown[]): ForeignObject[] {
  return isList(list[0]) ? list.filter(isObject).filter(isList) : [];
}

/** A wrapper, and what in it tells of its pages; `meta` may hold `pagination`. */
function tellersOf(wrapper: ForeignObject): ForeignObject[] {
  const within = (object: ForeignObject): ForeignObject[] => TELLERS.map((name) => fieldOf(object, name)).filter(isObject);
  const tellers = within(wrapper);
  return [wrapper, ...tellers, ...tellers.flatMap(within)];
}

function hasNextPage(teller: ForeignObject): boolean {
  // A cursor of the last page leads nowhere.
  if (MORE.some((name) => [false, 'false'].includes(fieldOf(teller, name) as boolean | string)) || LAST.some((name) => fieldOf(teller, name) === true)) return false;
  if (NEXT_PAGES.some((name) => isSaid(fieldOf(teller, name)) || (wholeNumberOf(fieldOf(teller, name)) ?? 0) > 0)) return true;
  if ([...MORE, ...CUT].some((name) => [true, 'true'].includes(fieldOf(teller, name) as boolean | string))) return true;
  const links = fieldOf(teller, 'links');
  if (Array.isArray(links) && links.some((link) => fieldOf(link, 'rel') === 'next' && (link as ForeignObject)['href'] !== null && isSaid(fieldOf(link, 'href') ?? true))) return true;
  // Only ever the first page is asked for, and some count from 0.
  const [page, count] = [PAGES, PAGE_COUNTS].map((names) => wholeNumberOf(fieldOf(teller, ...names)));
  return count !== undefined && count > 1 && (page === undefined || page < count);
}

/** RFC 8288: `<...>; rel="next"`. */
function hasNextLink(header: string): boolean {
  return /;\s*rel\s*=\s*"?(?:[^",;]{0,100}\s)?next\b/i.test(header.slice(0, 10_000));
}
