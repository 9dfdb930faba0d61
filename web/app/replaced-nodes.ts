/**
 * Keeps React working when something else changes its page. A browser that translates a page replaces each text node
 * with a `<font>`, and extensions wrap, move or remove nodes. React then tries to remove nodes that are gone, which
 * throws and takes down the whole page (facebook/react#11538). Or it writes into text nodes that are no longer visible.
 * So we record which node replaces which. New text takes the place of its translation, and removing a text node removes
 * its translation too.
 */

// One per document, like the nodes.
const standIns = new WeakMap<Node, ChildNode>();
const observer = new MutationObserver(recordReplacements);

// oxlint-disable-next-line typescript/unbound-method -- they are called with the parent as `this`
const { removeChild, insertBefore } = Node.prototype;

/** Replaces `removeChild` and `insertBefore`. They differ from the browser's only where the browser's would throw. */
export function tolerateReplacedNodes(): void {
  observer.observe(document.body, { childList: true, subtree: true });
  Node.prototype.removeChild = function <Child extends Node>(child: Child): Child {
    if (child.parentNode !== this) {
      recordReplacements(observer.takeRecords());
      standInOf(child)?.remove();
    }
    if (child.parentNode) removeChild.call(child.parentNode, child);
    return child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(child: Child, before: Node | null): Child {
    let referenceNode = before;
    if (referenceNode && referenceNode.parentNode !== this) {
      recordReplacements(observer.takeRecords());
      referenceNode = standInOf(referenceNode) ?? referenceNode;
      while (referenceNode && referenceNode.parentNode !== this) referenceNode = referenceNode.parentNode;
    }
    insertBefore.call(this, child, referenceNode);
    return child;
  };
}

function recordReplacements(records: readonly MutationRecord[]): void {
  const added = new Set<Node>(records.flatMap(({ addedNodes }) => [...addedNodes]));
  for (const { target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    for (const removed of removedNodes) {
      const standIn = [...addedNodes, previousSibling, nextSibling].find((node) => node && added.has(node));
      if (removed.parentNode || !isForeign(standIn)) continue;
      standIns.set(removed, standIn);
      // React writes the next text into the node it created.
      observer.observe(removed, { characterData: true });
    }
    if (!target.parentNode) standInOf(target)?.replaceWith(target);
  }
  for (const node of added) {
    if (!node.isConnected) continue;
    // React moved it, or the page is back in its original language.
    standInOf(node)?.remove();
    standIns.delete(node);
  }
}

/** The node that is on the page instead of a missing one. */
function standInOf(node: Node): ChildNode | undefined {
  let standIn = standIns.get(node);
  while (standIn && !standIn.isConnected) standIn = standIns.get(standIn);
  return standIn;
}

/** React sets properties with this prefix on the elements it creates. */
function isForeign(node: Node | undefined | null): node is ChildNode {
  return node instanceof Element && !Object.keys(node).some((key) => key.startsWith("__react"));
}
