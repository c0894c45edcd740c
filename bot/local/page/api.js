/** A request that the server refused, with its sentence, or that did not reach it. */
export class RequestError extends Error {}

async function post(path, body) {
  let response;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new RequestError("No connection to the server.");
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new RequestError(answer.error ?? `The server answered ${response.status}.`);
  return answer;
}

/** The fields that make a message an answer to another one, if there is any. */
function targetOf(reply) {
  return reply && { reply_to: reply.message_id, ...(reply.thread_id && { thread_id: reply.thread_id }) };
}

/** The requests of one person's client. All return promises and fail with RequestError. */
export class Api {
  #userId;

  constructor(userId) {
    this.#userId = userId;
  }

  #post(path, body) {
    return post(path, { user_id: this.#userId, ...body });
  }

  /** `reply` is the message answered, if any; the new message stays in its topic. */
  send(chatId, text, reply = null) {
    return this.#post("/chat/send", { chat_id: chatId, text, ...targetOf(reply) });
  }

  /** The data goes along, not the place: a keyboard that changed meanwhile must not turn the tap into another one. */
  tap(message, callbackData) {
    return this.#post("/chat/tap", {
      chat_id: message.chat_id,
      message_id: message.message_id,
      callback_data: callbackData,
    });
  }

  /** Asks the bot in inline mode: `text` is what stands after its name. */
  askInline(chatId, text) {
    return this.#post("/chat/inline", { chat_id: chatId, text });
  }

  /** Posts one of the offers that the bot has answered such a question with. */
  choose(queryId, resultId, reply = null) {
    return this.#post("/chat/choose", { query_id: queryId, result_id: resultId, ...targetOf(reply) });
  }

  edit(message, text) {
    return this.#post("/chat/edit", { chat_id: message.chat_id, message_id: message.message_id, text });
  }

  delete(message) {
    return this.#post("/chat/delete", { chat_id: message.chat_id, message_id: message.message_id });
  }

  /** `code` is null for a person whose language is unknown. */
  setLanguage(code) {
    return this.#post("/chat/language", { language_code: code });
  }

  start(payload) {
    return this.#post("/chat/start", { payload });
  }
}
