/**
 * Lets React go on when something else has changed its page. A browser that translates a page replaces each text by a
 * `<font>`, and extensions wrap, move or remove nodes; React then removes nodes that are no longer there, which throws
 * and takes the whole page away (facebook/react#11538), or writes into texts that nobody sees any more. So we note what
 * stands in for which node: the new text takes the place of its translation, and a removal removes the translation, too.
 */
const standIns = new WeakMap<Node, ChildNode>();
const observer = new MutationObserver(note);

// oxlint-disable-next-line typescript/unbound-method -- they are called with the parent as `this`
const { removeChild, insertBefore } = Node.prototype;

/** Call it before React renders anything. */
export function tolerateReplacedNodes(): void {
  observer.observe(document.body, { childList: true, subtree: true });
  /* Both differ from the browser's own only where these throw. */
  Node.prototype.removeChild = function <Child extends Node>(child: Child): Child {
    if (child.parentNode === this) return remove(this, child);
    note(observer.takeRecords());
    standInOf(child)?.remove();
    return child.parentNode ? remove(child.parentNode, child) : child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(child: Child, before: Node | null): Child {
    if (!before || before.parentNode === this) return insert(this, child, before);
    note(observer.takeRecords());
    return insert(this, child, childWith(this, standInOf(before) ?? before));
  };
}

const remove = <Child extends Node>(parent: Node, child: Child): Child => {
  removeChild.call(parent, child);
  return child;
};
const insert = <Child extends Node>(parent: Node, child: Child, before: Node | null): Child => {
  insertBefore.call(parent, child, before);
  return child;
};

function note(records: readonly MutationRecord[]): void {
  const added = new Set<Node>();
  /** By the node that came next, or the parent at its end. */
  const addedAt = new Map<Node, Node>();
  for (const { target, addedNodes, nextSibling } of records) {
    for (const node of addedNodes) {
      added.add(node);
      addedAt.set(nextSibling ?? target, node);
    }
  }
  for (const { target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    for (const removed of removedNodes) {
      if (removed.parentNode) continue;
      const near = [...addedNodes, previousSibling, nextSibling].find((node) => node && added.has(node));
      const standIn = near ?? addedAt.get(nextSibling ?? target);
      if (!isForeign(standIn)) continue;
      standIns.set(removed, standIn);
      // React writes the next text into the node that it has made.
      if (removed instanceof Text) observer.observe(removed, { characterData: true });
    }
    if (target instanceof Text && !target.isConnected) standInOf(target)?.replaceWith(target);
  }
  // React has moved it, or the page is shown in its own language again.
  for (const node of added) if (node.isConnected && standIns.has(node)) standInOf(node)?.remove();
}

/** What is on the page in place of a node that is not. */
function standInOf(node: Node): ChildNode | undefined {
  const seen = new Set<Node>([node]);
  let standIn = standIns.get(node);
  while (standIn && !standIn.isConnected && !seen.has(standIn)) {
    seen.add(standIn);
    standIn = standIns.get(standIn);
  }
  return standIn?.isConnected && standIn !== node ? standIn : undefined;
}

/** React marks the elements that it has made by properties of this kind. */
function isForeign(node: Node | null | undefined): node is ChildNode {
  return node instanceof Element && !Object.keys(node).some((key) => key.startsWith("__react"));
}

/** The child of this parent that is the node or contains it. */
function childWith(parent: Node, node: Node): Node | null {
  let child: Node | null = node;
  while (child && child.parentNode !== parent) child = child.parentNode;
  return child;
}
