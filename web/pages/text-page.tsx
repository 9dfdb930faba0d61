import { useSuspenseQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router";

import { queryKeys } from "../api/query-keys.ts";
import { withoutSection } from "../features/texts/parse-text.ts";
import { TextBody } from "../features/texts/text-body.tsx";
import { loadText } from "../features/texts/text-source.ts";
import { showsSamples } from "../ui/fixed-texts.ts";

/** The section that explains what a sample is. */
const SAMPLES_SECTION_ID = "samples";

/** A text-only page: terms, privacy, help and the like. */
export default function TextPage() {
  const location = useLocation();
  const pathname = location.pathname.replace(/\/$/, "");
  const { data } = useSuspenseQuery({
    queryKey: queryKeys.text(pathname),
    queryFn: () => loadText(pathname),
    staleTime: Infinity,
  });
  const { title, blocks } = data;
  // The browser itself scrolls to an anchor only on a full page load. Every tap on a link creates a new location, even
  // for the URL that is already open.
  useEffect(() => {
    const { hash } = location;
    if (hash !== "") document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [location]);
  return (
    <article className="mx-auto max-w-3xl px-4 py-12 sm:px-6 lg:py-16">
      <h1 className="mb-6 font-display text-3xl font-medium tracking-tight sm:text-4xl">{title}</h1>
      <TextBody blocks={showsSamples() ? blocks : withoutSection(blocks, SAMPLES_SECTION_ID)} />
    </article>
  );
}
