import type { ComponentProps } from "react";
import { useHref, useLinkClickHandler } from "react-router";

export type LinkProps = Omit<ComponentProps<"a">, "href"> & {
  to: string;
  replace?: boolean;
  state?: unknown;
};

/**
 * A link to one of our pages. It uses the same hooks as the router's own `Link`, which would add the router's
 * prefetching code to the first script.
 */
export function Link({ to, replace, state, target, onClick, children, ...rest }: LinkProps) {
  const follow = useLinkClickHandler(to, {
    state,
    ...(replace === undefined ? {} : { replace }),
    ...(target === undefined ? {} : { target }),
  });
  return (
    <a
      {...rest}
      href={useHref(to)}
      target={target}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    >
      {children}
    </a>
  );
}
