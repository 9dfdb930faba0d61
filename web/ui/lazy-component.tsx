import { type ComponentType, lazy, Suspense } from "react";

import { ErrorBoundary, LoadError } from "./error-boundary.tsx";

/**
 * A part whose code loads when it first renders. React's own `lazy` remembers a failure as long as the page is open.
 * This one loads again after a reset of the `ErrorBoundary` around it.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const createComponent = () => {
    const component: ComponentType<Props> = lazy(async () => {
      try {
        return await load();
      } catch (cause) {
        const failure = new LoadError("", { cause });
        failure.reset = () => {
          // Several instances may have failed together.
          if (current === component) current = createComponent();
        };
        throw failure;
      }
    });
    return component;
  };
  let current = createComponent();
  return function LazyComponent(props) {
    const Current = current;
    return <Current {...props} />;
  };
}

/** Like `lazyComponent`, for an optional part. It renders nothing until it has loaded, or if it can't. */
export function optionalComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazyComponent(async () => ({ default: await load() }));
  return function OptionalComponent(props) {
    return (
      <ErrorBoundary fallback={null}>
        <Suspense>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}
