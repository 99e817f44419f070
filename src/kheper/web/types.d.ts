/** What goes over the wire (docs/protocol.md, docs/api.md) and what the parts of the page share. */

type Phase = "open" | "arranging" | "running" | "over" | "closed";
type GameName = keyof typeof import("./games/registry.js").games;

interface SeatShown {
  kind: "open" | "person" | "bot";
  name?: string;
  level?: number;
  host?: boolean;
  away?: boolean;
  left?: boolean;
  stand_in?: number;
}

interface ClockTerms {
  kind?: "none" | "live" | "days";
  seconds?: number;
  increment?: number;
  days?: number;
}

interface Terms {
  clock?: ClockTerms;
  watchers?: "talk" | "watch" | "none";
  stand_in?: number;
  arrange?: boolean;
  listed?: boolean;
}

interface SetUp {
  ground?: string;
  layout?: string;
  arranger?: number | null;
  warnings?: string[];
}

interface Asked {
  number: number;
  seat: number;
  move: string;
  play: number;
  plays: number;
  waiting?: number[];
}

/** `[number, at, seat, name, text, phrase]`; seat 0 is a spectator. */
type ChatLine = [number, number, number, string, string, string];

/** The legal moves of a seat, by `kind`; each game declares its own in its types.d.ts. */
interface LegalKinds {}
type Legal = LegalKinds[keyof LegalKinds];

/** What the legal moves lead to, by `kind`; each game declares its own. */
interface PreviewKinds {}
type Preview = PreviewKinds[keyof PreviewKinds];

interface Own {
  seat: number;
  open?: string;
  legal?: Legal;
  may?: ("unready" | "take-back" | "hint")[];
  /** It comes a moment after `legal`. */
  preview?: Preview;
}

interface Outcome {
  scores: number[];
  winners: number[];
  result: string;
  reason: string;
}

interface Area {
  squares: string[];
  scarabs: string[];
  points: number;
  /** Which card's tile closed it, from 1. */
  card: number;
}

/** The `json` of a game's view: what all have, and the games' own fields. */
interface GameState {
  game: GameName;
  seats: number;
  to_move: number[];
  scores: number[];
  outcome: Outcome | null;
  [field: string]: any;
}

interface View {
  match: string;
  game: GameName;
  mode: string;
  phase: Phase;
  created: number;
  at: number;
  settings: Record<string, string>;
  terms: Terms;
  seats: SeatShown[];
  host_name: string;
  you?: number[];
  hosting?: boolean;
  may?: string[];
  /** For each seat, the commands about it that the server would accept from the reader. */
  seats_may?: string[][];
  setup?: SetUp;
  state?: GameState;
  own?: Own[];
  plays?: number;
  clocks?: number[];
  running?: number[];
  asked?: Asked;
  chat?: ChatLine[];
  previous?: string;
  next?: string;
}

/** An event of the log. */
interface News {
  number: number;
  kind: string;
  at: number;
  seat?: number;
  move?: string;
  bot?: boolean;
  cards?: string;
  reveal?: string[];
  points?: number[];
  to_move?: number[];
  clocks?: number[];
  running?: number[];
  outcome?: Outcome;
  /** The number of moves, where it changed. */
  plays?: number;
  scores?: number[];
  state?: GameState;
  /** The changes of the state by a play. */
  facts?: object;
  phase?: Phase;
  mode?: string;
  seats?: SeatShown[];
  host_name?: string;
  settings?: Record<string, string>;
  terms?: Terms;
  setup?: SetUp;
  /** Null: the request is closed. */
  asked?: Asked | null;
  agree?: boolean;
  name?: string;
  text?: string;
  phrase?: string;
  match?: string;
}

interface Orientation {
  first: number;
  down: number;
  across: number;
  squares: [number, number][];
  turned_over: boolean;
}

interface Tiles {
  tiles: Record<string, Orientation[]>;
  reasons: Record<string, string>;
  phrases: string[];
}

interface BotLevel {
  level: number;
  name: string;
  character: string;
}

interface Listed {
  match: string;
  game: GameName;
  mode: string;
  state: Phase;
  host: string;
  seats: number;
  you: number[];
  created: number;
  updated: number;
}

interface RecordRead {
  game: GameName;
  mode: string;
  seats: number;
  plays: { seat: number; move: string }[];
  states: GameState[];
  outcome: Outcome | null;
}

/** A whole view, or events and the changes for the reader. */
interface Update {
  type: "update";
  number: number;
  news?: News[];
  you?: number[];
  hosting?: boolean;
  may?: string[];
  seats_may?: string[][];
  /** The reader's seats that changed, each of them whole. */
  own?: Own[];
  view?: View;
}

/** What the legal moves of a seat would lead to; it follows the update with those moves. */
interface Previewed {
  type: "preview";
  number: number;
  seat: number;
  preview: Preview;
}

type FromServer =
  | { type: "welcome"; match: string; number: number; you: number[]; version?: number }
  | Update
  | Previewed
  | { type: "ack"; id: string; number: number }
  | { type: "refused"; id?: string; code: string; rule?: string; sentence: string; number?: number }
  | { type: "pong"; id: string; number: number }
  | { type: "hints"; id: string; seat: number; moves: [string, number][] }
  | { type: "presence"; seats: number[]; watching?: number }
  | { type: "bye"; code: string; sentence: string };

/** The reader's preferences; they may change at any time. */
interface Preferences {
  readonly language: string;
  readonly theme: string;
  readonly motion: string;
  readonly sound: boolean;
  /** "off": a choice is sent at once; "on": it is confirmed; "after": sent after `seconds`. */
  readonly confirm: string;
  readonly seconds: number;
  /** One of desert, rainforest, sea, ice. */
  readonly world: string;
}

/** What a game may ask of the page around it. */
interface Page {
  /** The words for a key, such as `scarabya.draft.no-contact`; refusals are `refusals.<code>`. */
  t(key: string, values?: Record<string, string | number>): string;
  /** Send a move; resolves when it is in the log, rejects with a Refusal (`code`, `rule`). */
  play(seat: number, move: string): Promise<void>;
  /** Send any other command of the protocol. */
  command(type: string, fields?: Record<string, unknown>): Promise<void>;
  readonly preferences: Preferences;
  /** Whether animations are on. */
  animated(): boolean;
  /** Say something in the polite live region. */
  say(text: string): void;
  /** Make a sound: place, area, points, ready, reveal, walk, ankh, refuse, win, lose, turn. */
  sound(name: string): void;
  /** The name at a seat. */
  names(seat: number): string;
  /** The one of the reader's seats that acts now; 0 for a spectator. */
  seat(): number;
  readonly tiles: Tiles;
  /** Tell the first-game guide of a trigger of docs/words.md: tile-shown, tile-turned, … */
  happened(trigger: string): void;
  /** Whether nothing can be played here: a replay, or a spectator. */
  readonly readonly: boolean;
}

/** The page around a match: what its screens may ask beyond what a game may. */
interface RoomPage extends Page {
  /** Choose which of the reader's seats acts. */
  choose(seat: number): void;
  /** Send a command; a refusal is shown, not thrown. */
  send(type: string, fields?: Record<string, unknown>): Promise<void>;
  onHappened: ((trigger: string) => void) | null;
}

type Subscription = import("./net/subscription.js").Subscription;

/** What draws a phase of a match: lobby, arranging, playing, closed. */
interface Stage {
  element: Element;
  draw(view: View, news: News[]): void;
  key?(event: KeyboardEvent): boolean;
  close?(): void;
}

/** A game on the screen: its board, the bar below it, and the panels beside it. */
interface PlayArea {
  element: Element;
  side: Element;
  bar: Element;
  draw(view: View): void;
  key(event: KeyboardEvent): boolean;
  close(): void;
}

interface PlayAreaModule {
  playArea(page: Page): PlayArea;
  breakdown(page: Page, view: View): Element;
}

/** A panel in which boards or stones are laid out before the start. */
interface Arranging {
  element: Element;
  draw(view: View): void;
  close(): void;
}

interface ArrangingModule {
  arranging(page: Page): Arranging;
}

/** An editor of one's own boards or stones; `value()` returns settings of the game, or null. */
interface Editor {
  element: Element;
  value(): Record<string, string> | null;
  close?(): void;
}

interface EditorModule {
  editor(page: Page): Editor;
}

/** A kind of game, as it is chosen on the home page. */
interface Kind {
  /** The fewest and the most. */
  seats: [number, number];
  settings: Record<string, string>;
  /** The number of teams, where there are any. */
  teams?: number;
  /** Won or lost alone, without points to compare. */
  unscored?: boolean;
  /** Nobody may chat while the game runs. */
  silent?: boolean;
}

/** An option of a game; the first choice is the default. */
interface Option {
  choices: readonly string[];
  kinds: readonly string[];
  /** Offered only where the board is laid out by hand. */
  onlyArranged?: boolean;
}

interface RulesPicture {
  across: number;
  down: number;
  draw(): SVGElement[];
}

/** What the screens need of a game. The modules behind `load…` are fetched when they are needed. */
interface Game {
  kinds: Record<string, Kind>;
  options: Record<string, Option>;
  kindOf(view: Pick<View, "mode" | "settings">): string;
  /** The settings that hold boards or stones of one's own. */
  materialSettings: readonly string[];
  fitsKind(kind: string, settings: Record<string, string>): boolean;
  /** The kind of the guided game, and the picture on its start screen. */
  guide: { kind: string; picture: string };
  /** The guide's triggers that an event means for a seat, beyond those of every game. */
  guideTriggers(event: News, seat: number): string[];
  applyFacts(state: GameState, event: News): GameState;
  fitsPreview(legal: Legal, preview: Preview): boolean;
  /** The number of lines that a record has for a state. */
  recordLines(state: GameState): number;
  artwork(): SVGElement;
  rulesPictures: Record<string, RulesPicture>;
  loadPlayArea(): Promise<PlayAreaModule>;
  loadArranging(): Promise<ArrangingModule>;
  loadEditor(): Promise<EditorModule>;
}

/** A screen of the page. */
interface PageScreen {
  element: Element;
  /** The title of the window. */
  title: string;
  /** The game it shows, once known; the event "kheper-game" announces it. */
  game?(): GameName | undefined;
  key?(event: KeyboardEvent): boolean;
  close?(): void;
}
