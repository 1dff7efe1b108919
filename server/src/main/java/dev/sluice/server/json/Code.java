package dev.sluice.server.json;

/// Every problem that an answer can name. A code never changes; its texts are for people.
///
/// Each row: status, then title and detail in English, then title and detail in Simplified Chinese.
/// A detail may have a place `%s` for what [Problem] adds. An answer has the English title always,
/// since a title names the kind of problem; the page of all problems has both.
public enum Code {
    INVALID(400, "Invalid request", "%s", "请求无效", "%s"),
    NO_SESSION(401, "No session", "Log in first.", "未登录", "请先登录。"),
    NO_OPERATOR(
            401,
            "No operator",
            "The operator key or operator session is missing or wrong.",
            "不是运营人员",
            "运营密钥或运营会话缺失或错误。"),
    CSRF_MISSING(
            403,
            "CSRF header missing",
            "A request that changes something and is authenticated by cookie needs X-Sluice-CSRF.",
            "缺少 CSRF 请求头",
            "使用 Cookie 的修改操作需要请求头 X-Sluice-CSRF。"),
    LOGIN_FAILED(403, "Login failed", "Phone or password is wrong.", "登录失败", "手机号或密码错误。"),
    OTP_WRONG(
            403,
            "Code wrong",
            "The one-time code is wrong, used or expired. Ask for a new one.",
            "验证码错误",
            "验证码错误、已使用或已过期，请重新获取。"),
    CHALLENGE_FAILED(
            403,
            "Challenge failed",
            "The answer is wrong or the challenge has expired. Ask for a new one.",
            "验证未通过",
            "答案错误或验证已失效，请重新获取。"),
    PASS_INVALID(
            403,
            "Pass invalid",
            "The pass is not valid for you and this offer.",
            "通行证无效",
            "通行证对您或此商品无效。"),
    SIGNATURE_WRONG(
            403, "Signature wrong", "The signature does not match the body.", "签名错误", "签名与内容不符。"),
    REHEARSAL_NOT_ALLOWED(
            403,
            "Rehearsal not allowed",
            "Rehearsals cannot be started here. Start the server with: ./sluice run --rehearsal",
            "不允许演练",
            "此处不能启动演练。请这样启动服务器：./sluice run --rehearsal"),
    NOT_FOUND(404, "Not found", "There is nothing here.", "未找到", "此地址没有内容。"),
    NO_SUCH_SALE(404, "No such sale", "There is no such sale.", "活动不存在", "没有这个活动。"),
    NO_SUCH_OFFER(404, "No such offer", "There is no such offer.", "商品不存在", "没有这个秒杀商品。"),
    NO_SUCH_CLAIM(404, "No such claim", "There is no such claim.", "请求不存在", "没有这个抢购请求。"),
    NO_SUCH_ORDER(404, "No such order", "There is no such order.", "订单不存在", "没有这个订单。"),
    NO_SUCH_PRODUCT(404, "No such product", "There is no such product.", "产品不存在", "没有这个产品。"),
    NO_SUCH_PAYMENT(404, "No such payment", "There is no such payment.", "支付不存在", "没有这笔支付。"),
    NO_SUCH_CHALLENGE(404, "No such challenge", "There is no such challenge.", "验证不存在", "没有这个验证。"),
    NO_SUCH_PROVIDER(
            404, "No such provider", "There is no such payment provider.", "支付渠道不存在", "没有这个支付渠道。"),
    NO_SUCH_REHEARSAL(404, "No such rehearsal", "There is no such rehearsal.", "演练不存在", "没有这次演练。"),
    NO_REPORT(
            404,
            "No report",
            "This rehearsal has no report: it is running, or it failed.",
            "没有报告",
            "这次演练没有报告：它仍在进行，或者失败了。"),
    NO_SUCH_REFUND(404, "No such refund", "There is no such refund.", "退款不存在", "没有这笔退款。"),
    METHOD_NOT_ALLOWED(
            405,
            "Method not allowed",
            "This address does not support that method; Allow lists those it does.",
            "方法不允许",
            "此地址不支持该方法，可用方法见 Allow。"),
    PHONE_TAKEN(
            409,
            "Phone taken",
            "This phone is already registered. Log in instead.",
            "手机号已注册",
            "该手机号已注册，请直接登录。"),
    NOT_OPEN(409, "Not open yet", "The sale has not opened yet.", "尚未开始", "活动尚未开始。"),
    CLOSED(409, "Closed", "The sale is over.", "已结束", "活动已结束。"),
    PAUSED(409, "Paused", "The sale is paused for a moment.", "已暂停", "活动已暂停，请稍候。"),
    OVER_LIMIT(
            409,
            "Over the limit",
            "You have reached the limit for this offer, or have claimed it too often.",
            "超出限购",
            "超出了每位买家的限购数量，或申领次数过多。"),
    ORDER_NOT_UNPAID(
            409,
            "Order not unpaid",
            "This order is no longer waiting for payment.",
            "订单不是待支付",
            "此订单已不是待支付状态。"),
    SALE_STATE(
            409,
            "Not in this state",
            "The sale's current state does not allow this.",
            "当前状态不允许",
            "活动的当前状态不允许此操作。"),
    PRODUCT_IN_USE(409, "Product in use", "A sale offers this product.", "产品正在使用", "有活动正在使用此产品。"),
    CLAIM_NOT_PARKED(409, "Claim not parked", "This claim is not parked.", "请求未搁置", "此抢购请求没有被搁置。"),
    REFUND_DONE(409, "Refund done", "This money has already been refunded.", "已退款", "这笔款项已经退回。"),
    REHEARSAL_RUNNING(
            409,
            "Rehearsal running",
            "A rehearsal is already running here. Stop it, or wait until it ends.",
            "演练进行中",
            "这里有一次演练正在进行，请先停止它或等待结束。"),
    SOLD_OUT(410, "Sold out", "Sold out.", "已售罄", "已售罄。"),
    RATE_LIMITED(
            429,
            "Too many calls",
            "Too many calls. Retry-After says when to try again.",
            "请求过于频繁",
            "请求过于频繁，重试时间见 Retry-After。"),
    GATE_FULL(
            429,
            "Gate full",
            "Everybody who can still win is inside. Try again in a moment.",
            "入口已满",
            "可能抢到的人都已入场，请稍后再试。"),
    INTERNAL(
            500,
            "Internal error",
            "Something went wrong on our side. Please report the number %s.",
            "内部错误",
            "服务器内部错误，请反馈编号 %s。"),
    READ_ONLY(503, "Read-only", "The shop is read-only at the moment.", "只读", "目前只能浏览。"),
    NO_NEW_PASSES(503, "No new passes", "No new passes at the moment.", "暂停发放通行证", "目前不发放新的通行证。"),
    NO_REGISTRATION(
            503, "No registration", "Registration is closed at the moment.", "暂停注册", "目前不能注册。"),
    OVERLOADED(
            503, "Overloaded", "Too busy right now. Try again in a moment.", "系统繁忙", "系统繁忙，请稍后再试。"),
    UNAVAILABLE(
            503,
            "Unavailable",
            "Not available right now. It is safe to try again in a moment.",
            "暂不可用",
            "暂时不可用，稍后重试是安全的。");

    private final int status;
    private final String[] titles;
    private final String[] details;

    Code(int status, String titleEn, String detailEn, String titleZh, String detailZh) {
        this.status = status;
        this.titles = new String[] {titleEn, titleZh};
        this.details = new String[] {detailEn, detailZh};
    }

    public int status() {
        return status;
    }

    public String title(Lang lang) {
        return titles[lang.ordinal()];
    }

    /// The detail as it stands, with its place for an argument.
    public String detail(Lang lang) {
        return details[lang.ordinal()];
    }

    /// Whether an answer with this code says when to come again.
    boolean hasRetryAfter() {
        return status == 429 || status == 503;
    }
}
