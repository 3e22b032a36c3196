// The page's names by language and generation, as far as they were captured. A language that lacks a
// name gets the English one, or, where `gaps=other`, one that says nothing.

const NAMES = {
  youSaid: {
    en: "You said:", "zh-CN": { a: "您说：", b: "您说：", c: "你说：" }, ja: "あなたの発言:",
    fr: "Vous avez dit :", es: "Dijiste:", "pt-BR": "Você disse:",
  },
  chatgptSaid: {
    en: "ChatGPT said:", "zh-CN": "ChatGPT 说：", ja: "ChatGPT の発言:", de: "ChatGPT hat gesagt:",
    fr: "ChatGPT a dit :", es: "ChatGPT dijo:", "pt-BR": "O ChatGPT disse:",
  },
  copy: { en: "Copy", "zh-CN": "复制", ja: "コピーする", fr: "Copier la réponse" },
  copyMessage: { en: "Copy message", "zh-CN": "复制消息", ja: "メッセージをコピーする" },
  copyCode: { en: "Copy code", "zh-CN": "复制", "pt-BR": "Copiar" },
  editCode: { en: "Edit", "zh-CN": "编辑", "pt-BR": "Editar" },
  wordWrap: { en: "Enable word wrap", "zh-CN": "启用自动换行" },
  plainText: { en: "Plain text" },
  send: { en: { a: "Send prompt", b: "Send message", c: "Send" }, "zh-CN": { a: "发送提示", b: "发送消息", c: "发送" }, ja: "送信" },
  stop: { en: { a: "Stop generating", b: "Stop streaming", c: "Stop" }, "zh-CN": { a: "停止生成", b: "停止生成", c: "停止" }, ja: "停止" },
  voice: { en: "Start new voice chat" },
  dictate: { en: "Dictate" },
  composer: { en: { a: "Message ChatGPT", b: "Chat with ChatGPT", c: "Ask ChatGPT" }, "zh-CN": "与 ChatGPT 聊天" },
  projectComposer: { en: "New chat in {}" },
  workComposer: { en: "Do anything" },
  placeholder: { en: { a: "Send a message", b: "Ask anything", c: "Ask anything" }, "zh-CN": "有问题，尽管问" },
  addFiles: { en: "Add files and more", fr: "Ajouter des fichiers et plus encore" },
  removePasted: { en: "Remove Pasted text" },
  showInField: { en: "Show in text field" },
  showMore: { en: "Show more" },
  showLess: { en: "Show less" },
  model: { en: "Select ChatGPT model" },
  chat: { en: "Chat", "zh-CN": "聊天" },
  work: { en: "Work" },
  regenerate: { en: "Regenerate response", ja: "回答を再生成" },
  share: { en: "Share", ja: "共有" },
  rate: { en: "Rate response" },
  good: { en: "Good response" },
  bad: { en: "Bad response" },
  branch: { en: "Branch in new chat", "zh-CN": "从这里创建聊天分支" },
  retry: { en: "Retry", "zh-CN": "重试", ja: "再試行" },
  useWork: { en: "Use Work" },
  continueGenerating: { en: "Continue generating" },
  newChat: { en: "New chat" },
  startNewChat: { en: "Start new chat" },
  search: { en: "Search chats" },
  history: { en: "Chat history", fr: "Historique de chat", "pt-BR": "Histórico de chats" },
  closeSidebar: { en: "Close sidebar", "zh-CN": "关闭边栏" },
  profile: { en: "Open profile menu" },
  scrollToBottom: { en: "Scroll to bottom", "zh-CN": "滚动到底部" },
  jump: { en: "Jump to user message {}", "zh-CN": "跳转到用户消息 {}" },
  complete: { en: "Response complete" },
  responding: { en: "ChatGPT is responding", ja: "ChatGPT が応答中" },
  thinking: { en: "Thinking", "zh-CN": "正在思考" },
  thoughtFor: {
    en: "Thought for {}s", "zh-CN": "用时 {}秒", ja: "{}s考えました", de: "{}s nachgedacht",
    fr: "Réflexion durant {}s", es: "Pensado durante {}s",
  },
  thoughtBriefly: { en: "Thought for a few seconds" },
  lookingForTools: { en: "Looking for available tools" },
  calledTool: { en: "Called tool" },
  answerNow: { en: "Answer now" },
  canvas: { en: "Edit code" },
  mistakes: { en: "ChatGPT can make mistakes. Check important info." },
  deliveryTimeout: {
    en: "Message delivery timed out. Please try again.", "zh-CN": "消息发送超时，请重试",
    ja: "メッセージ配信がタイムアウトしました。もう一度お試しください。",
  },
  streamError: { en: "Error in message stream" },
  wentWrong: { en: "Something went wrong. If this issue persists please contact us through our help center at help.openai.com." },
  tooLong: { en: "The message you submitted was too long, please edit it and resubmit." },
  maxLength: {
    en: "You’ve reached the maximum length for this conversation, but you can keep talking by starting a new chat.",
    "zh-CN": "你已达到此对话的长度上限，你可以开始新聊天以继续对话。",
  },
};

/** The lookup for one language and generation: `t("jump", "hello")`. */
export function names({ language, generation, gaps }) {
  return (key, filling = "") => {
    const entry = NAMES[key];
    const known = entry[language];
    const name = known ?? (gaps === "other" ? unknown(entry.en, generation) : entry.en);
    return pick(name, generation).replace("{}", filling);
  };
}

const pick = (name, generation) => (typeof name === "string" ? name : name[generation]);

/** A name that nobody knows, the same whenever it is asked for. */
const unknown = (name, generation) => [...pick(name, generation)].reverse().join("").replace("}{", "{}");
