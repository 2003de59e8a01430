/** A name as names are compared: without blanks around it, letter case, or differences in its accents (a Mac writes them as separate characters). */
export function folded(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}
