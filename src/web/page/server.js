// Questions to the server, and the session of this page.

let session = null;

// Whether the page is about to go, so that its questions fail.
let isLeaving = false;

let silence = () => {};

// Says what to do when the server does not answer.
export const onSilence = (act) => { silence = act; };

// Asks a question. Throws an Error with the server's message if it is refused.
export async function ask(name, body = {}) {
  let reply;
  try {
    reply = await fetch(`/api/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    if (!isLeaving) silence();
    throw new Error("HexCoven does not answer: was it ended? Start it again; your game is kept here.");
  }
  const answer = await reply.json().catch(() => ({ error: `the reply was not understood (${reply.status})` }));
  if (!reply.ok) {
    const error = new Error(answer.error);
    error.status = reply.status;
    throw error;
  }
  return answer;
}

// The session, opened if there is none: a promise of its name.
function opened() {
  if (!session) {
    const own = ask("open").then((answer) => answer.session);
    session = own;
    own.catch(() => forget(own));
  }
  return session;
}

// It is known no more. There may be a newer one already.
const forget = (own) => { if (session === own) session = null; };

// Asks a question of a session.
async function askIn(own, name, body) {
  try {
    return await ask(name, { session: await own, ...body });
  } catch (error) {
    if (error.status === 410) forget(own);
    throw error;
  }
}

// The page goes: its search ends. Nobody waits for what is on its way.
addEventListener("pagehide", () => {
  isLeaving = true;
  for (const lane in current) current[lane] += 1;
  if (!session) return;
  session.then((name) => {
    const body = new Blob([JSON.stringify({ session: name })], { type: "application/json" });
    navigator.sendBeacon("/api/close", body);
  }, () => {});
  session = null;
});
addEventListener("pageshow", () => { isLeaving = false; });

const TEN_TIMES_A_SECOND = 100;

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

// What runs in each lane, so that an answer that comes too late is known as such.
const current = { search: 0, marks: 0 };

// Starts some work and calls `told(content)` for all news. Resolves to the result, or to null if it was
// overtaken by other work or stopped. A result that the server ended early, since it heard nothing of the page for long,
// has `isCalledOff`.
export async function run(lane, work, told = () => {}) {
  const own = (current[lane] += 1);
  const isOff = () => current[lane] !== own;
  for (;;) {
    try {
      return await follow(lane, work, told, isOff);
    } catch (error) {
      if (isOff()) return null;
      // The server has forgotten the session, as after a night: the work begins anew.
      if (error.status !== 410) throw error;
    }
  }
}

// Starts and stops on their way. What starts later waits for them: if one came after it, that would end it.
let onTheWay = Promise.resolve();

const waitLaterFor = (question) => { onTheWay = Promise.all([onTheWay, question.catch(() => {})]); };

async function follow(lane, work, told, isOff) {
  await onTheWay;
  if (isOff()) return null;
  const own = opened();
  const start = askIn(own, "start", { work });
  waitLaterFor(start);
  const { task } = await start;
  let version = 0;
  while (!isOff()) {
    const news = await askIn(own, "news", { lane, version });
    if (isOff() || news.task !== task) return null;
    if (news.state === "failed") throw new Error(news.content?.error ?? "the search failed");
    if (news.state === "done") return news.content ?? {};
    if (news.state === "called off") return { ...news.content, isCalledOff: true };
    if (news.content) told(news.content);
    version = news.version;
    await pause(TEN_TIMES_A_SECOND);
  }
  return null;
}

// Ends what runs in a lane. Its `run` resolves to null.
export function stop(lane) {
  current[lane] += 1;
  if (session) waitLaterFor(askIn(session, "stop", { lane }));
}

// The search for a move is to end with what it has found.
export const hurry = () => session && askIn(session, "hurry", {}).catch(() => {});
