/** The namespaces of KML: that of the OGC, the one before it, and that of later extensions. */
const KML = /^http:\/\/(?:www\.opengis\.net|earth\.google\.com)\/kml\//;
const EXTENSIONS = 'http://www.google.com/kml/ext/2.2';

/** Whether an element is the KML element of that name. */
export function isKml({ namespaceURI, prefix, localName }: Element, name: string): boolean {
  return localName === name && (prefix === null || namespaceURI === EXTENSIONS || KML.test(namespaceURI ?? ''));
}

/** Removes the prefixes of KML elements, which mean nothing (Namespaces in XML 1.0, 5): the KML reader looks for names without. */
export function withoutPrefixes(document: Document): void {
  for (const element of document.querySelectorAll('*')) {
    if (element.prefix === null || !KML.test(element.namespaceURI ?? '')) continue;
    const plain = document.createElementNS(element.namespaceURI, element.localName);
    for (const { name, value } of element.attributes) if (!name.startsWith('xmlns')) plain.setAttribute(name, value);
    while (element.firstChild) plain.append(element.firstChild);
    element.replaceWith(plain);
  }
}
