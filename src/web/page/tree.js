// A game with its variations: nodes with steps as words, such as "d4" or "+Bc3". See line.rs for the words.
//
// What the server has told is kept with the node (`position`) and the tree (`layout`).

export function newTree(columns, rows) {
  const root = { parent: null, children: [], steps: [], comment: "" };
  return { columns, rows, root, information: {} };
}

// The nodes from the root to this one.
export function path(node) {
  const nodes = [];
  for (let at = node; at; at = at.parent) nodes.push(at);
  return nodes.reverse();
}

// The line to a node, as the server wants it.
export function lineOf(tree, node) {
  return { columns: tree.columns, rows: tree.rows, steps: stepsTo(node) };
}

// The steps from the root to a node.
export const stepsTo = (node) => path(node).flatMap((at) => at.steps);

// The nodes from the root through this one to the end of its main line.
export function lineThrough(node) {
  const nodes = path(node);
  for (let at = node; at.children.length > 0; ) {
    at = at.children[0];
    nodes.push(at);
  }
  return nodes;
}

// The child with these steps, made if there is none.
export function childWith(node, steps) {
  const same = (child) => child.steps.join(";") === steps.join(";");
  const known = node.children.find(same);
  if (known) return known;
  const child = { parent: node, children: [], steps, comment: "" };
  node.children.push(child);
  return child;
}

// Makes the way to a node the main line.
export function promote(node) {
  for (let at = node; at.parent; at = at.parent) {
    const siblings = at.parent.children;
    siblings.splice(siblings.indexOf(at), 1);
    siblings.unshift(at);
  }
}

// Removes a node and all after it.
export function remove(node) {
  const siblings = node.parent.children;
  siblings.splice(siblings.indexOf(node), 1);
}

// Whether a node is in a tree. One that was removed still knows its parent.
export const isIn = (tree, node) => path(node).every((at) => (at.parent ? at.parent.children.includes(at) : at === tree.root));

export const isMain = (node) => path(node).every((at) => !at.parent || at.parent.children[0] === at);

// Whether a node is nothing but stones put by hand and whose turn it is.
export const isEdit = (node) => node.steps.length > 0 && node.steps.every((step) => /^([+-]|turn-)/.test(step));

// The tree as the server wants it, and which number each node has.
export function toRecord(tree) {
  const nodes = [];
  const numbers = new Map();
  const pending = [tree.root];
  while (pending.length > 0) {
    const node = pending.pop();
    numbers.set(node, nodes.length);
    const parent = node.parent ? numbers.get(node.parent) : null;
    nodes.push({ parent, steps: node.steps, comment: node.comment || null });
    for (let i = node.children.length - 1; i >= 0; i -= 1) pending.push(node.children[i]);
  }
  const { black = null, white = null, event = null, result = null } = tree.information;
  return { record: { columns: tree.columns, rows: tree.rows, nodes, black, white, event, result }, numbers };
}

// The tree of a record of the server, and the node that it shows: that of a link, else the last of the main line.
export function fromRecord(record) {
  const tree = newTree(record.columns, record.rows);
  const nodes = record.nodes.map(({ steps, comment }) => ({ parent: null, children: [], steps, comment: comment ?? "" }));
  record.nodes.forEach(({ parent }, number) => {
    if (parent === null) return;
    nodes[number].parent = nodes[parent];
    nodes[parent].children.push(nodes[number]);
  });
  tree.root = nodes[0];
  const { black, white, event, result } = record;
  tree.information = { black, white, event, result };
  const shown = nodes[record.shown] ?? lineThrough(tree.root).at(-1);
  return { tree, shown };
}

// The first node from here on to which just these steps lead, if there is one. Some nodes have a comment and no step.
export function find(start, steps) {
  // Nodes to look at, the next one last, and how many steps lead to them.
  const pending = [{ node: start, before: 0 }];
  while (pending.length > 0) {
    const { node, before } = pending.pop();
    if (node.steps.some((step, i) => step !== steps[before + i])) continue;
    const after = before + node.steps.length;
    if (after === steps.length) return node;
    for (const child of [...node.children].reverse()) pending.push({ node: child, before: after });
  }
  return null;
}
