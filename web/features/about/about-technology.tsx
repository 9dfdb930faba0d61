import { SITE_NAME } from "../../site-name.ts";
import { showsSamples } from "../../ui/fixed-texts.ts";
import { SampleNote } from "../../ui/sample-note.tsx";

const PARTS = [
  { term: "Every auction", text: "is its own Durable Object, which processes and stores its bids." },
  { term: "Every person", text: "has an inbox that receives their notifications and sends them to every open page." },
  { term: "The catalog", text: "that you browse and search is a D1 database, kept up to date by the auctions." },
  { term: "The photos", text: "are stored in R2. The pages are React, served from the edge near you." },
];

/** The parts of the product, and the developer's note. */
export function AboutTechnology() {
  return (
    <section className="mx-auto grid max-w-7xl gap-12 px-4 py-16 sm:px-6 lg:grid-cols-[1.2fr_1fr] lg:gap-16 lg:py-20">
      <div>
        <h2 className="font-display text-2xl font-medium tracking-tight sm:text-3xl">What it runs on</h2>
        <p className="mt-4 max-w-2xl text-muted">
          {SITE_NAME} runs on Cloudflare's edge, where a Worker handles every request.
        </p>
        <dl className="mt-8 grid gap-x-8 gap-y-6 sm:grid-cols-2">
          {PARTS.map(({ term, text }) => (
            <div key={term} className="border-t border-line pt-4">
              <dt className="font-medium">{term}</dt>
              <dd className="mt-1 text-sm text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      <figure className="self-start rounded-lg border border-line bg-accent-soft p-7 sm:p-9">
        <figcaption className="text-sm font-semibold tracking-wide text-accent uppercase">Developer's note</figcaption>
        {showsSamples() && (
          <div className="mt-4 border-b border-line pb-4">
            <p>{SITE_NAME} is a test project on a MERN stack with a socket-based real-time engine.</p>
            <p className="mt-1">
              <SampleNote subject="text" />
            </p>
          </div>
        )}
        <blockquote className="mt-4 space-y-4 font-display text-lg">
          <p>
            The hardest question turned out to be fairness. What happens when two people bid in the same instant? The
            answer is simple. One place decides, everything is recorded, and anyone can check it. Everything else is
            built around that.
          </p>
        </blockquote>
      </figure>
    </section>
  );
}
