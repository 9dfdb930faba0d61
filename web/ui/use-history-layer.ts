import { useEffect, useEffectEvent, useRef } from "react";
import { NavigationType, useLocation, useNavigate, useNavigationType } from "react-router";

/**
 * While `open`, the layer over the page has its own history entry, so that Back closes it without leaving the page. If
 * the layer is closed any other way, the hook removes the entry. `layer` identifies the layer, so that another one can
 * open over it.
 */
export function useHistoryLayer(layer: string, open: boolean, close: () => void): void {
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation();
  const isOnTop = layerIn(state) === layer;
  const navigationType = useNavigationType();
  const hasEntry = useRef(false);
  const wasOnTop = useRef(false);

  const handleOpenChange = useEffectEvent((isOpen: boolean) => {
    if (isOpen === hasEntry.current) return;
    hasEntry.current = isOpen;
    if (isOpen) void navigate({ pathname, search, hash }, { state: { layer } });
    else void navigate(-1);
  });
  useEffect(() => handleOpenChange(open), [open]);

  const handlePositionChange = useEffectEvent((isNowOnTop: boolean) => {
    const isCovered = navigationType === NavigationType.Push;
    const wasLeft = wasOnTop.current && !isNowOnTop && !isCovered;
    wasOnTop.current = isNowOnTop;
    if (!wasLeft || !hasEntry.current) return;
    hasEntry.current = false;
    close();
  });
  useEffect(() => handlePositionChange(isOnTop), [isOnTop]);
}

function layerIn(state: unknown): unknown {
  return typeof state === "object" && state !== null ? Reflect.get(state, "layer") : undefined;
}
