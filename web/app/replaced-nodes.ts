/**
 * Lets React go on when something else has changed its page. A browser that translates a page replaces each text with a
 * `<font>`, and extensions wrap, move or remove nodes. React then removes nodes that are no longer there, which throws
 * and takes down the whole page (facebook/react#11538), or writes into texts that no one sees anymore. So we record
 * which node replaces which. New text takes the place of its translation, and a removal removes the translation too.
 */

// One per document, like its nodes.
const standIns = new WeakMap<Node, ChildNode>();
const observer = new MutationObserver(note);

// oxlint-disable-next-line typescript/unbound-method -- they are called with the parent as `this`
const { removeChild, insertBefore } = Node.prototype;

/** Both methods differ from the browser's own only where these throw. */
export function tolerateReplacedNodes(): void {
  observer.observe(document.body, { childList: true, subtree: true });
  Node.prototype.removeChild = function <Child extends Node>(child: Child): Child {
    if (child.parentNode !== this) {
      note(observer.takeRecords());
      standInOf(child)?.remove();
    }
    if (child.parentNode) removeChild.call(child.parentNode, child);
    return child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(child: Child, before: Node | null): Child {
    let place = before;
    if (place && place.parentNode !== this) {
      note(observer.takeRecords());
      place = standInOf(place) ?? place;
      while (place && place.parentNode !== this) place = place.parentNode;
    }
    insertBefore.call(this, child, place);
    return child;
  };
}

function note(records: readonly MutationRecord[]): void {
  const added = new Set<Node>(records.flatMap(({ addedNodes }) => [...addedNodes]));
  for (const { target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    for (const removed of removedNodes) {
      const standIn = [...addedNodes, previousSibling, nextSibling].find((node) => node && added.has(node));
      if (removed.parentNode || !isForeign(standIn)) continue;
      standIns.set(removed, standIn);
      // React writes the next text into the node that it has made.
      observer.observe(removed, { characterData: true });
    }
    if (!target.parentNode) standInOf(target)?.replaceWith(target);
  }
  for (const node of added) {
    if (!node.isConnected) continue;
    // React has moved it, or the page is shown in its own language again.
    standInOf(node)?.remove();
    standIns.delete(node);
  }
}

/** The node that is on the page in place of a missing one. */
function standInOf(node: Node): ChildNode | undefined {
  let standIn = standIns.get(node);
  while (standIn && !standIn.isConnected) standIn = standIns.get(standIn);
  return standIn;
}

/** React marks the elements that it has made by properties of this kind. */
function isForeign(node: Node | undefined | null): node is ChildNode {
  return node instanceof Element && !Object.keys(node).some((key) => key.startsWith("__react"));
}
