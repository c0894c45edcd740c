from __future__ import annotations

from prometheus_client.parser import text_string_to_metric_families

from bot.metrics import Metrics


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def figures(metrics: Metrics) -> dict[str, float]:
    return {
        f"{sample.name}{sorted(sample.labels.values()) or ''}": sample.value
        for family in text_string_to_metric_families(metrics.exposition().decode())
        for sample in family.samples
    }


def test_what_is_counted() -> None:
    metrics = Metrics()
    metrics.update_arrived("message", None)
    metrics.request_ended("sendMessage", "ok", None)
    metrics.request_ended("sendMessage", "429", None)
    metrics.request_ended("sendMessage", "timeout", None)
    metrics.frame_shown()
    counted = figures(metrics)
    assert counted["ugolki_updates_total['message']"] == 1
    assert counted["ugolki_requests_total['ok', 'sendMessage']"] == 1
    assert counted["ugolki_requests_total['sendMessage', 'timeout']"] == 1
    assert counted["ugolki_flood_refusals_total"] == 1
    assert counted["ugolki_board_frames_total"] == 1


def test_the_time_from_a_tap_to_its_answer() -> None:
    clock = Clock()
    metrics = Metrics(clock)
    metrics.update_arrived("callback_query", "11")
    clock.now += 0.03
    metrics.update_arrived("callback_query", "12")
    clock.now += 0.01
    metrics.request_ended("answerCallbackQuery", "ok", "11")
    metrics.request_ended("answerCallbackQuery", "ok", "11")
    metrics.request_ended("answerCallbackQuery", "ok", "unknown")
    metrics.request_ended("answerCallbackQuery", "broken", "12")
    counted = figures(metrics)
    assert counted["ugolki_tap_answer_seconds_count"] == 1
    assert round(counted["ugolki_tap_answer_seconds_sum"], 3) == 0.04


def test_the_ai() -> None:
    metrics = Metrics()
    metrics.question_asked()
    metrics.question_asked()
    metrics.question_answered(0.2)
    counted = figures(metrics)
    assert counted["ugolki_ai_questions"] == 1
    assert counted["ugolki_ai_answer_seconds_count"] == 1
