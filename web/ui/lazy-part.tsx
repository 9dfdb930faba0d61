import { type ComponentType, lazy, Suspense } from "react";

import { FaultBoundary, NotLoaded } from "./fault-boundary.tsx";

/**
 * A part whose code loads when it first renders. React's own `lazy` would keep a failure for as long as the page is
 * open. This one loads again once the `FaultBoundary` around it has been reset.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const attempt = () => {
    const loaded: ComponentType<Props> = lazy(async () => {
      try {
        return await load();
      } catch (cause) {
        const failure = new NotLoaded("", { cause });
        failure.reset = () => {
          // Several of these parts may have failed together.
          if (current === loaded) current = attempt();
        };
        throw failure;
      }
    });
    return loaded;
  };
  let current = attempt();
  return function LazyPart(props) {
    const Current = current;
    return <Current {...props} />;
  };
}

/** The same for a part that the page can do without: nothing is there until it is loaded, and if it cannot be. */
export function extraPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazyPart(async () => ({ default: await load() }));
  return function ExtraPart(props) {
    return (
      <FaultBoundary fallback={null}>
        <Suspense>
          <Part {...props} />
        </Suspense>
      </FaultBoundary>
    );
  };
}
