import { type ComponentProps, Suspense, useEffect, useRef } from "react";
import { useLocation } from "react-router";

import { ErrorBoundary } from "../../ui/error-boundary.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { NearView } from "../../ui/near-view.tsx";

const QuestionsSection = lazyComponent(() => import("./questions-section.tsx"));

/** The questions on an item's page. Their code and data load when they come near the screen. */
export function LazyQuestions(props: ComponentProps<typeof QuestionsSection>) {
  const container = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  // A notification about a question leads here.
  useEffect(() => {
    if (hash === "#questions") container.current?.scrollIntoView({ block: "start" });
  }, [hash]);
  const failed = <p className="border-t border-line pt-6 text-sm text-muted">We couldn't load the questions.</p>;
  return (
    <div ref={container} id="questions" className="scroll-mt-24">
      <NearView>
        <ErrorBoundary fallback={failed}>
          <Suspense>
            <QuestionsSection {...props} />
          </Suspense>
        </ErrorBoundary>
      </NearView>
    </div>
  );
}
