import { type ComponentType, lazy, Suspense } from "react";

import { FaultBoundary, NotLoaded } from "./fault-boundary.tsx";

/**
 * A part whose code loads when it first renders. React's own `lazy` remembers a failure as long as the page is open.
 * This one loads again after a reset of the `FaultBoundary` around it.
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
          // Several instances may have failed together.
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

/** Like `lazyPart`, for an optional part. It renders nothing until it has loaded, or if it can't. */
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
