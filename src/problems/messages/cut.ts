/** A name from the data, cut to a length that fits in a message. */
export function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
