import { useSearchParams } from "react-router";

/** The URL's query parameters, and a function that changes one. An empty value removes it. */
export function useUrlFilter(): [URLSearchParams, (name: string, value: string) => void] {
  const [params, setParams] = useSearchParams();
  const change = (name: string, value: string) =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      if (value === "") next.delete(name);
      else next.set(name, value);
      return next;
    });
  return [params, change];
}
