/** A value at the end of each minute; undefined where CloudWatch has no data point. */
export type Series = readonly (number | undefined)[];

type Environment = { readonly series: Readonly<Record<string, Series>>; readonly periodMinutes: number };
type Value = number | undefined;
type Node = (environment: Environment, minute: number) => Value;

const TOKEN = /\s*(\d+(?:\.\d+)?|\w+|==|!=|<=|>=|&&|\|\||[-+*/<>(),[\]])/y;

const tokensOf = (text: string) => {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) tokens.push(match[1] ?? "");
  if (tokens.join("") !== text.replaceAll(/\s/g, "")) throw new Error(`No metric math: ${text}`);
  return tokens;
};

/** Operators, the weakest first. */
const OPERATORS: readonly Readonly<Record<string, (left: number, right: number) => Value>>[] = [
  { OR: (a, b) => Number(a !== 0 || b !== 0), "||": (a, b) => Number(a !== 0 || b !== 0) },
  { AND: (a, b) => Number(a !== 0 && b !== 0), "&&": (a, b) => Number(a !== 0 && b !== 0) },
  {
    "==": (a, b) => Number(a === b),
    "!=": (a, b) => Number(a !== b),
    "<=": (a, b) => Number(a <= b),
    ">=": (a, b) => Number(a >= b),
    "<": (a, b) => Number(a < b),
    ">": (a, b) => Number(a > b),
  },
  { "+": (a, b) => a + b, "-": (a, b) => a - b },
  // CloudWatch has no data point where it would divide by zero.
  { "*": (a, b) => a * b, "/": (a, b) => (b === 0 ? undefined : a / b) },
];

/** The filler that repeats the latest number. */
const REPEAT: Node = () => undefined;

const known = new WeakMap<Node, boolean>();

const hasNumbers = (metric: Node, environment: Environment) => {
  const [series = []] = Object.values(environment.series);
  const found = known.get(metric) ?? series.some((_, minute) => metric(environment, minute) !== undefined);
  known.set(metric, found);
  return found;
};

const latest = (metric: Node, environment: Environment, minute: number) => {
  for (let before = minute; before >= 0; before -= environment.periodMinutes) {
    const value = metric(environment, before);
    if (value !== undefined) return value;
  }
  return undefined;
};

const FUNCTIONS: Readonly<Record<string, (parts: readonly Node[]) => Node>> = {
  IF: ([condition, yes, no]) => {
    return (environment, minute) => {
      const holds = condition?.(environment, minute);
      if (holds === undefined) return undefined;
      return (holds === 0 ? no : yes)?.(environment, minute);
    };
  },
  // AWS does not say what it does to a metric that never had a number, so here it does nothing.
  FILL: ([metric = REPEAT, filler = REPEAT]) => {
    return (environment, minute) => {
      const value = metric(environment, minute);
      if (value !== undefined || !hasNumbers(metric, environment)) return value;
      return filler === REPEAT ? latest(metric, environment, minute) : filler(environment, minute);
    };
  },
  // The data point before ends a period earlier, since the window slides.
  DIFF: ([metric]) => {
    return (environment, minute) => {
      const now = metric?.(environment, minute);
      const before = metric?.(environment, minute - environment.periodMinutes);
      return now === undefined || before === undefined ? undefined : now - before;
    };
  },
  MAX: (parts) => reduced(parts, (values) => Math.max(...values)),
  SUM: (parts) => reduced(parts, (values) => values.reduce((total, each) => total + each, 0)),
};

const reduced = (parts: readonly Node[], reduce: (values: number[]) => number): Node => {
  return (environment, minute) => {
    const values = parts.map((part) => part(environment, minute)).filter((value) => value !== undefined);
    return values.length > 0 ? reduce(values) : undefined;
  };
};

class Parser {
  readonly #tokens: string[];

  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }

  parse() {
    const node = this.#operation(0);
    if (this.#tokens.length > 0) throw new Error(`Unexpected: ${this.#tokens.join(" ")}`);
    return node;
  }

  #operation(level: number): Node {
    const operators = OPERATORS[level];
    if (operators === undefined) return this.#operand();
    let left = this.#operation(level + 1);
    for (let apply = operators[this.#tokens[0] ?? ""]; apply; apply = operators[this.#tokens[0] ?? ""]) {
      this.#tokens.shift();
      left = applied(apply, left, this.#operation(level + 1));
    }
    return left;
  }

  #operand(): Node {
    const token = this.#tokens.shift() ?? "";
    if (token === "(") return this.#list(")")[0] ?? (() => undefined);
    if (/^\d/.test(token)) return () => Number(token);
    if (token === "REPEAT") return REPEAT;
    if (this.#tokens[0] !== "(") return ({ series }, minute) => series[token]?.[minute];
    const make = FUNCTIONS[token];
    if (make === undefined) throw new Error(`Unknown function ${token}.`);
    return make(this.#parts());
  }

  /** Reads `(a, b)` or `([a, b])`. */
  #parts() {
    this.#tokens.shift();
    if (this.#tokens.at(0) !== "[") return this.#list(")");
    this.#tokens.shift();
    const nodes = this.#list("]");
    this.#tokens.shift();
    return nodes;
  }

  #list(end: string) {
    const nodes = [this.#operation(0)];
    for (let token = this.#tokens.shift(); token !== end; token = this.#tokens.shift()) {
      if (token !== ",") throw new Error(`Expected "," or "${end}", not ${token}.`);
      nodes.push(this.#operation(0));
    }
    return nodes;
  }
}

const applied = (apply: (left: number, right: number) => Value, left: Node, right: Node): Node => {
  return (environment, minute) => {
    const [a, b] = [left(environment, minute), right(environment, minute)];
    return a === undefined || b === undefined ? undefined : apply(a, b);
  };
};

/**
 * Evaluates an expression of metric math at the end of each minute, for windows of `periodMinutes`.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
 */
export const evaluateMath = (expression: string, minutes: number, environment: Environment): Series => {
  const node = new Parser(expression).parse();
  return Array.from({ length: minutes }, (_, minute) => node(environment, minute));
};
