/** The namespaces of KML, of the OGC and before it, and of the elements that came to it later. */
const KML = /^http:\/\/(?:www\.opengis\.net|earth\.google\.com)\/kml\//;
const EXTENSIONS = 'http://www.google.com/kml/ext/2.2';

/** Whether an element is one of KML by that name. */
export function isKml({ namespaceURI, prefix, localName }: Element, name: string): boolean {
  return localName === name && (prefix === null || namespaceURI === EXTENSIONS || KML.test(namespaceURI ?? ''));
}

/** Gives elements of KML their names without a prefix, which says nothing (Namespaces in XML 1.0, 5): the reader of KML looks for those. */
export function withoutPrefixes(document: Document): void {
  for (const element of document.querySelectorAll('*')) {
    if (element.prefix === null || !KML.test(element.namespaceURI ?? '')) continue;
    const plain = document.createElementNS(element.namespaceURI, element.localName);
    for (const { name, value } of element.attributes) if (!name.startsWith('xmlns')) plain.setAttribute(name, value);
    while (element.firstChild) plain.append(element.firstChild);
    element.replaceWith(plain);
  }
}
