/** The language of the reader's browser, if `Intl` takes it: webviews and old systems name some that it throws at. */
export const readerLocale = usable(navigator.language);

export function usable(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? "en-US";
  } catch {
    return "en-US";
  }
}
