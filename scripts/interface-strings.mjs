// Finds the texts that a module shows to people: text between tags, attributes, and sentences in code.
import { parseAst } from "rolldown/parseAst";

/** Attributes whose strings are never shown. */
const hiddenAttributes =
  /^(className|key|id|href|type|role|value|htmlFor|variant|size|tone|glyph|align|side|of|kind|as|rel|target|d|fill|stroke|viewBox|aria-(live|controls|keyshortcuts|hidden|haspopup|current|orientation)|data-.+)$/;
/** A word, and a blank or a capital: classes and ids have no sentence of that form. */
const isText = (/** @type {string} */ text) => /\p{L}{2}/u.test(text) && /^\p{Lu}|\p{L} \p{L}/u.test(text);
/** A value beside a word: `3 short`, `1 hour`. */
const isPhrase = (/** @type {string} */ text) => /… \p{L}{2}|\p{L}{2}:? …|^\d+:? \p{L}{2}/u.test(text);
/** One word, which is a text only where elements have their content and their labels. */
const isWord = (/** @type {string} */ text) => /^[\s·,]*\p{Ll}{2,}[\s:…]*$/u.test(text);
/** Attributes and properties whose strings are shown, each word. */
const shownNames =
  /^(label|word|title|text|placeholder|hint|header|description|subtitle|empty|aria-(label|valuetext|description))$/;
/** Properties whose functions and lists give what a table shows. */
const cellNames = /^(cell|rows)$/;
/** Functions whose answer is shown. */
const isFormat = (/** @type {string | undefined} */ name) => /^format[A-Z]/.test(name ?? "");
/** Names of classes of the stylesheet: utilities with a dash, a colon or brackets. */
const isClasses = (/** @type {string} */ text) =>
  text
    .split(/\s+/)
    .filter((part) => /^[a-z!@[\]&*-][\w@!/.:[\]()&>*%,#=+-]*$/.test(part) && /[-:[\]]/.test(part)).length *
    2 >=
  text.split(/\s+/).length;

/** Codes: names of signals, of variables of the environment and of formats. */
const isCode = (/** @type {string} */ text) => /^[A-Z][A-Z\d_]*$/.test(text);

/** Names of keys, which look like words. */
const isKeyName = (/** @type {string} */ text) =>
  /^(Arrow(Up|Down|Left|Right)|Page(Up|Down)|Enter|Escape|Home|End|Tab|Backspace|Delete|Control|Shift|Meta|Alt)$/.test(
    text,
  );

/**
 * @typedef {{ line: number, text: string }} ShownText
 */

/** What has texts of the interface. */
export const foldersWithTexts = [
  "app",
  "components",
  "lib/bff",
  "lib/format",
  "lib/insight",
  "lib/live",
  "lib/queries",
];

/** Whether a module holds nothing but texts. */
export const isMessagesFile = (/** @type {string} */ file) => /-messages\.ts$/.test(file);

/**
 * The texts of a TypeScript module in their order.
 * @param {string} source
 * @param {"ts" | "tsx"} [lang]
 * @param {boolean} [isMessages] a file of messages: single words are texts, too
 * @returns {ShownText[]} with the number of each line, from 1 on
 */
export function shownTexts(source, lang = "tsx", isMessages = false) {
  /** @type {ShownText[]} */
  const found = [];
  const lineOf = (/** @type {number} */ offset) => source.slice(0, offset).split("\n").length;
  const add = (/** @type {number} */ offset, /** @type {string} */ text) => {
    const shown = text.replace(/\s+/g, " ").trim();
    if (isClasses(shown) || isKeyName(shown) || isCode(shown)) return;
    if (isText(shown) || isPhrase(shown) || (isMessages && isWord(shown)))
      found.push({ line: lineOf(offset), text: shown });
  };
  /** Adds the single words that an expression may be. @param {any} node */
  const addWords = (node) => {
    if (node?.type === "JSXExpressionContainer") addWords(node.expression);
    else if (node?.type === "ConditionalExpression") [node.consequent, node.alternate].forEach(addWords);
    else if (node?.type === "LogicalExpression") addWords(node.right);
    else if (node?.type === "TemplateLiteral") node.expressions.forEach(addWords);
    else if (node?.type === "ArrayExpression") node.elements.forEach(addWords);
    else if (node?.type === "CallExpression" && node.callee.property?.name === "map")
      node.arguments.forEach(addWords);
    else if (/Function/.test(node?.type ?? "")) addAnswers(node.body);
    else if (node?.type === "Literal" && isWord(String(node.value)) && typeof node.value === "string")
      found.push({ line: lineOf(node.start), text: node.value.trim() });
  };
  /** Adds the single words that a function with this body may return. @param {any} node */
  const addAnswers = (node) => {
    if (node?.type === "BlockStatement") node.body.forEach(addAnswers);
    else if (node?.type === "IfStatement") [node.consequent, node.alternate].forEach(addAnswers);
    else if (node?.type === "ReturnStatement") addWords(node.argument);
    else if (!/Statement|Declaration/.test(node?.type ?? "Statement")) addWords(node);
  };
  /** @param {any} node */
  const visit = (node) => {
    if (node === null || node === undefined || typeof node !== "object") return;
    if (Array.isArray(node)) return void node.forEach(visit);
    switch (node.type) {
      case "ImportDeclaration":
      case "ExportAllDeclaration":
      case "TSLiteralType":
        return;
      case "ExpressionStatement":
        if (node.directive !== undefined && node.directive !== null) return;
        break;
      case "NewExpression":
        // Patterns, and faults of the program.
        if (/(RegExp|TypeError)$/.test(node.callee.name ?? "")) return;
        break;
      case "Property":
        if (/^(key|describedBy)$/.test(node.key.name ?? "")) return;
        if (shownNames.test(node.key.name ?? node.key.value ?? "")) addWords(node.value);
        if (cellNames.test(node.key.name ?? "")) addWords(node.value);
        visit(node.computed ? node.key : undefined);
        return void visit(node.value);
      case "BinaryExpression":
        // What is compared is not shown.
        if (/^([!=]==|in)$/.test(node.operator))
          return void [node.left, node.right].filter(({ type }) => type !== "Literal").forEach(visit);
        break;
      case "PropertyDefinition":
        // The name of a class of errors.
        return node.key.name === "name" ? undefined : void visit(node.value);
      case "VariableDeclarator":
        if (isFormat(node.id.name)) addWords(node.init);
        return node.id.name === "key" ? undefined : void visit(node.init);
      case "FunctionDeclaration":
        if (isFormat(node.id?.name)) addWords(node);
        break;
      case "CallExpression":
        if (node.callee.object?.name === "notify") node.arguments.forEach(addWords);
        break;
      case "SwitchCase":
        return void visit(node.consequent);
      case "TaggedTemplateExpression":
        return void visit(node.quasi.expressions);
      case "JSXAttribute":
        if (hiddenAttributes.test(node.name.name ?? "")) return;
        if (shownNames.test(node.name.name ?? "")) addWords(node.value);
        break;
      case "JSXElement":
      case "JSXFragment":
        visit(node.openingElement);
        for (const child of node.children) {
          addWords(child);
          visit(child);
        }
        return;
      case "JSXText":
        if (/\p{L}{2}/u.test(node.value))
          found.push({
            line: lineOf(node.start + node.value.search(/\S/)),
            text: node.value.replace(/\s+/g, " ").trim(),
          });
        return;
      case "Literal":
        if (typeof node.value !== "string") return;
        if (/^\p{Ll}+…$/u.test(node.value)) found.push({ line: lineOf(node.start), text: node.value });
        else add(node.start, node.value);
        return;
      case "TemplateLiteral":
        add(node.start, source.slice(node.start + 1, node.end - 1).replace(/\$\{[^}]*\}/g, "…"));
        return void visit(node.expressions);
    }
    for (const [key, value] of Object.entries(node)) if (key !== "type") visit(value);
  };
  visit(parseAst(source, { lang }).body);
  return found;
}
